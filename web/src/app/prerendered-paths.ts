import { readdirSync, readFileSync } from 'node:fs'

import { stateSlug } from '../features/knowledge/state-page.ts'

/** Read by the build: every file of `web/content` that is a page of its own. */

const slugs = (folder: string) =>
  readdirSync(new URL(`../../content/${folder}`, import.meta.url))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))

const postSlugs = slugs('blog')
const tutorialSlugs = slugs('tutorials')

interface StateNames {
  code: string
  name: string
  kind: string
}

/** States and territories, named in the address as on the page. */
const stateFolder = new URL('../../../knowledge/states/', import.meta.url)
const statePages = readdirSync(stateFolder)
  .map((file) => JSON.parse(readFileSync(new URL(file, stateFolder), 'utf8')) as StateNames)
  .filter(({ kind }) => kind !== 'military')
  .map(({ code, name }) => ({ short: `/states/${code.toLowerCase()}`, path: `/states/${stateSlug(name)}` }))

/** Addresses that people type, and the pages they mean: /states/tx is /states/texas. */
export const redirects = Object.fromEntries(statePages.map(({ short, path }) => [short, path]))

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
  ...statePages.map(({ path }) => path),
  '/privacy',
  '/terms',
  '/security',
  '/developers',
  '/verify-binder',
  '/login',
  '/register',
  '/forgot-password',
]
