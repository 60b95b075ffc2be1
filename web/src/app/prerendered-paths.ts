import { postSlugs, tutorialSlugs } from './content-paths.ts'

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
