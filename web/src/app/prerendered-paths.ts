import { readdirSync, readFileSync } from 'node:fs'

import { stateSlug } from '../features/knowledge/state-page.ts'

/** Read by the build: every file of `web/content` that is a page of its own. */

const slugs = (folder: string) =>
  readdirSync(new URL(`../../content/${folder}`, import.meta.url))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))

const postSlugs = slugs('blog')
const tutorialSlugs = slugs('tutorials')

/** States and territories, named in the address as on the page. */
function stateSlugs(): string[] {
  const folder = new URL('../../../knowledge/states/', import.meta.url)
  return readdirSync(folder)
    .map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as { name: string; kind: string })
    .filter(({ kind }) => kind !== 'military')
    .map(({ name }) => stateSlug(name))
}

/** Public pages that the build writes as HTML, so that they are read without JavaScript, and files beside them. */
export const prerenderedPaths = [
  '/',
  '/about',
  '/contact',
  '/careers',
  '/blog',
  ...postSlugs.map((slug) => `/blog/${slug}`),
  '/blog/rss.xml',
  '/help',
  '/help/search.json',
  '/tutorials',
  ...tutorialSlugs.map((slug) => `/tutorials/${slug}`),
  '/states',
  ...stateSlugs().map((slug) => `/states/${slug}`),
  '/privacy',
  '/terms',
  '/security',
  '/developers',
  '/login',
  '/register',
  '/forgot-password',
]
