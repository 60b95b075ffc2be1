import { type Position, positions as titles } from '@exempta/contract/admin/applications'
import type { MarkdownPage } from '../../../plugins/read-markdown.ts'

export interface NamedPage extends MarkdownPage {
  slug: string
}

/** Pages of one folder by their file names, sorted by `order`. */
function readPages(modules: Record<string, MarkdownPage>): NamedPage[] {
  return Object.entries(modules)
    .map(([path, page]) => ({ ...page, slug: path.replace(/^.*\/|\.md$/g, '') }))
    .sort((a, b) => Number(a.fields.order ?? 0) - Number(b.fields.order ?? 0))
}

/** A field that the page must have: without it the build fails. */
function field({ slug, fields }: NamedPage, name: string): string {
  const value = fields[name]
  if (!value) throw new Error(`The page ${slug} lacks \`${name}\`.`)
  return value
}

const faqPages = readPages(
  import.meta.glob<MarkdownPage>('../../../content/faqs/*.md', { eager: true, import: 'default' }),
)

export const faqs = faqPages.map((page) => ({
  slug: page.slug,
  question: field(page, 'title'),
  html: page.html,
  text: page.text,
}))

const positionPages = readPages(
  import.meta.glob<MarkdownPage>('../../../content/careers/*.md', { eager: true, import: 'default' }),
)

const isPosition = (slug: string): slug is Exclude<Position, 'general'> =>
  slug !== 'general' && Object.hasOwn(titles, slug)

export const openPositions = positionPages.map((page) => {
  if (!isPosition(page.slug)) throw new Error(`${page.slug} isn’t a position that people can apply for.`)
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

const wordsPerMinute = 220

const postPages = readPages(
  import.meta.glob<MarkdownPage>('../../../content/blog/*.md', { eager: true, import: 'default' }),
)

/** Newest first. */
export const posts = postPages
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

const textPages = readPages(
  import.meta.glob<MarkdownPage>('../../../content/pages/*.md', { eager: true, import: 'default' }),
)

export function textPage(slug: string) {
  const page = textPages.find((one) => one.slug === slug)
  if (!page) throw new Error(`There is no page ${slug}.`)
  return {
    title: field(page, 'title'),
    description: field(page, 'description'),
    updated: page.fields.updated,
    html: page.html,
    parts: page.parts,
  }
}

const tutorialPages = readPages(
  import.meta.glob<MarkdownPage>('../../../content/tutorials/*.md', { eager: true, import: 'default' }),
)

export const tutorials = tutorialPages.map((page) => ({
  slug: page.slug,
  title: field(page, 'title'),
  kind: field(page, 'kind') === 'lesson' ? ('lesson' as const) : ('guide' as const),
  minutes: Number(field(page, 'minutes')),
  video: page.fields.video,
  summary: field(page, 'summary'),
  html: page.html,
  text: page.text,
}))
