import type { MarkdownPage } from '../../../plugins/read-markdown.ts'
import { field, readPages } from './read-pages.ts'

const pages = readPages(
  import.meta.glob<MarkdownPage>('../../../content/faqs/*.md', { eager: true, import: 'default' }),
)

export const faqs = pages.map((page) => ({
  slug: page.slug,
  question: field(page, 'title'),
  html: page.html,
  text: page.text,
}))
