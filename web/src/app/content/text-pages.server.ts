import type { MarkdownPage } from '../../../plugins/read-markdown.ts'
import { field, readPages } from './read-pages.ts'

const pages = readPages(
  import.meta.glob<MarkdownPage>('../../../content/pages/*.md', { eager: true, import: 'default' }),
)

export function textPage(slug: string) {
  const page = pages.find((one) => one.slug === slug)
  if (!page) throw new Error(`There is no page ${slug}.`)
  return {
    title: field(page, 'title'),
    description: field(page, 'description'),
    updated: page.fields.updated,
    html: page.html,
    parts: page.parts,
  }
}
