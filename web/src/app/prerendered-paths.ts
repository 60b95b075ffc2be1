import { readdirSync } from 'node:fs'

/** Read by the build: every file of `web/content` that is a page of its own. */

const slugs = (folder: string) =>
  readdirSync(new URL(`../../content/${folder}`, import.meta.url))
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))

const postSlugs = slugs('blog')
const tutorialSlugs = slugs('tutorials')

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
  '/privacy',
  '/terms',
  '/security',
  '/developers',
  '/login',
  '/register',
  '/forgot-password',
]
