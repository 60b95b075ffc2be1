import type { SearchEntry } from '../../../features/public/help-search.ts'
import { faqs } from '../../content/faqs.server.ts'
import { posts } from '../../content/posts.server.ts'
import { tutorials } from '../../content/tutorials.server.ts'

/** Everything that the help search looks through; the build writes it to `help/search.json`. */
export function loader() {
  const entries: SearchEntry[] = [
    ...faqs.map(({ slug, question, text }) => ({
      kind: 'FAQ' as const,
      title: question,
      href: `/help#${slug}`,
      text,
    })),
    ...tutorials.map(({ slug, title, summary, text }) => ({
      kind: 'Tutorial' as const,
      title,
      href: `/tutorials/${slug}`,
      text: `${summary} ${text}`,
    })),
    ...posts.map(({ slug, title, summary, text }) => ({
      kind: 'Blog' as const,
      title,
      href: `/blog/${slug}`,
      text: `${summary} ${text}`,
    })),
  ]
  return Response.json(entries)
}
