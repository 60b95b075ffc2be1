import type { MarkdownPage } from '../../../plugins/read-markdown.ts'
import { field, readPages } from './read-pages.ts'

const wordsPerMinute = 220

const pages = readPages(
  import.meta.glob<MarkdownPage>('../../../content/blog/*.md', { eager: true, import: 'default' }),
)

/** Newest first. */
export const posts = pages
  .map((page) => ({
    slug: page.slug,
    title: field(page, 'title'),
    category: field(page, 'category'),
    date: field(page, 'date'),
    summary: field(page, 'summary'),
    minutes: Math.max(1, Math.round(page.text.split(' ').length / wordsPerMinute)),
    html: page.html,
    text: page.text,
  }))
  .sort((a, b) => b.date.localeCompare(a.date))
