/** Public pages that the build writes as HTML, so that they are read without JavaScript. */
export const prerenderedPaths = [
  '/',
  '/about',
  '/contact',
  '/careers',
  '/blog',
  '/help',
  '/tutorials',
  '/privacy',
  '/terms',
  '/security',
  '/login',
  '/register',
  '/forgot-password',
]
