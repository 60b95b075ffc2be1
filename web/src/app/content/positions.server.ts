import { type Position, positions as titles } from '@exempta/contract/applications'
import type { MarkdownPage } from '../../../plugins/read-markdown.ts'
import { field, readPages } from './read-pages.ts'

const pages = readPages(
  import.meta.glob<MarkdownPage>('../../../content/careers/*.md', { eager: true, import: 'default' }),
)

const isPosition = (slug: string): slug is Exclude<Position, 'general'> =>
  slug !== 'general' && Object.hasOwn(titles, slug)

export const openPositions = pages.map((page) => {
  if (!isPosition(page.slug)) throw new Error(`Nobody can apply for ${page.slug}.`)
  return {
    slug: page.slug,
    title: titles[page.slug],
    department: field(page, 'department'),
    location: field(page, 'location'),
    type: field(page, 'type'),
    salary: field(page, 'salary'),
    summary: field(page, 'summary'),
    html: page.html,
  }
})
