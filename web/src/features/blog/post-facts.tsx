import { Badge } from '../../ui/badge.tsx'
import type { PostSummary } from './post.ts'

const inWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Category, date and read time of a post. */
export function PostFacts({ category, date, minutes }: PostSummary) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-muted">
      <Badge tone="accent">{category}</Badge>
      <time dateTime={date}>{inWords.format(new Date(date))}</time>
      <span>{minutes} min read</span>
    </p>
  )
}
