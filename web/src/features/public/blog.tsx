import { Rss } from 'lucide-react'
import { Link } from 'react-router'
import { Article, PublicPage } from '../../shared/public-page.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Breadcrumb } from '../../ui/breadcrumb.tsx'
import { TextLink } from '../../ui/text.tsx'

interface PostSummary {
  slug: string
  title: string
  category: string
  /** `2026-11-03`. */
  date: string
  minutes: number
  summary: string
}

interface Post extends PostSummary {
  html: string
}

const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Category, date and read time of a post. */
function PostFacts({ category, date, minutes }: PostSummary) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
      <Badge tone="accent">{category}</Badge>
      <time dateTime={date}>{inWords.format(new Date(date))}</time>
      <span>{minutes} min read</span>
    </p>
  )
}

export function Blog({ posts, intro }: { posts: readonly PostSummary[]; intro: string }) {
  return (
    <PublicPage title="Blog" intro={intro}>
      <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        {posts.map((post) => (
          <li
            key={post.slug}
            className="relative grid content-start gap-3 rounded-card border border-line bg-surface p-6 hover:border-line-strong"
          >
            <PostFacts {...post} />
            <h2 className="text-xl leading-snug font-semibold text-balance">
              <Link
                to={`/blog/${post.slug}`}
                prefetch="intent"
                className="rounded-sm after:absolute after:inset-0 hover:underline"
              >
                {post.title}
              </Link>
            </h2>
            <p className="leading-relaxed text-ink-muted">{post.summary}</p>
          </li>
        ))}
      </ul>
      <p>
        <a
          href="/blog/rss.xml"
          className="inline-flex items-center gap-2 rounded-sm font-medium text-accent-ink underline decoration-accent/40 underline-offset-4 hover:decoration-accent"
        >
          <Rss aria-hidden className="size-4" />
          Follow by RSS
        </a>
      </p>
    </PublicPage>
  )
}

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
