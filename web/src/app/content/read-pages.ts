import type { MarkdownPage } from '../../../plugins/read-markdown.ts'

export interface NamedPage extends MarkdownPage {
  slug: string
}

/** Pages of one folder by their file names, sorted by `order`. */
export function readPages(modules: Record<string, MarkdownPage>): NamedPage[] {
  return Object.entries(modules)
    .map(([path, page]) => ({ ...page, slug: path.replace(/^.*\/|\.md$/g, '') }))
    .sort((a, b) => Number(a.fields.order ?? 0) - Number(b.fields.order ?? 0))
}

/** A field that the page must have: without it the build fails. */
export function field({ slug, fields }: NamedPage, name: string): string {
  const value = fields[name]
  if (!value) throw new Error(`The page ${slug} lacks \`${name}\`.`)
  return value
}
