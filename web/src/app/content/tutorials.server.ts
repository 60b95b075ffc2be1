import type { MarkdownPage } from '../../../plugins/read-markdown.ts'
import { field, readPages } from './read-pages.ts'

const pages = readPages(
  import.meta.glob<MarkdownPage>('../../../content/tutorials/*.md', { eager: true, import: 'default' }),
)

export const tutorials = pages.map((page) => ({
  slug: page.slug,
  title: field(page, 'title'),
  kind: field(page, 'kind') === 'lesson' ? ('lesson' as const) : ('guide' as const),
  minutes: Number(field(page, 'minutes')),
  summary: field(page, 'summary'),
  html: page.html,
  text: page.text,
}))
