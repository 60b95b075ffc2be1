import { Article } from '../../ui/article.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { PublicPage } from '../../ui/public-page.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import type { Post } from './post.ts'
import { PostFacts } from './post-facts.tsx'

export function BlogPost({ post }: { post: Post }) {
  return (
    <PublicPage
      width="text"
      title={post.title}
      above={<Breadcrumb crumbs={[{ label: 'Blog', to: '/blog' }, { label: post.category }]} />}
      intro={
        <div className="grid gap-4">
          <p>{post.summary}</p>
          <PostFacts {...post} />
        </div>
      }
    >
      <article>
        <Article html={post.html} />
      </article>
      <p>
        <TextLink to="/blog">All posts</TextLink>
      </p>
    </PublicPage>
  )
}
