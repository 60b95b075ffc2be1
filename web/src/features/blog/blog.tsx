import { Rss } from 'lucide-react'
import { Link } from 'react-router'
import { PublicPage } from '../../ui/public-page.tsx'
import type { PostSummary } from './post.ts'
import { PostFacts } from './post-facts.tsx'

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
