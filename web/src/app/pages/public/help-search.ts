import type { SearchEntry } from '../../../features/public/help-search.ts'
import { faqs, posts, tutorials } from '../../content/content.server.ts'

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
