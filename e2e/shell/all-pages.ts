import type { Role } from '@exempta/contract/people'

export const publicPages = [
  '/',
  '/about',
  '/contact',
  '/careers',
  '/blog',
  '/blog/when-exemption-certificates-expire',
  '/help',
  '/tutorials',
  '/tutorials/getting-started',
  '/tutorials/document-upload',
  '/states',
  '/states/new-york',
  '/privacy',
  '/terms',
  '/security',
  '/developers',
  '/verify-binder',
  '/login',
  '/register',
  '/forgot-password',
]

/** Open to all, but made for one visitor, so not prerendered. */
export const linkedPages = [
  '/reset-password',
  '/verify-email',
  '/support',
  '/change-email',
  '/invitation',
  '/setup',
]

/** Pages that ask the server for more than the session have journeys of their own. */
export const guardedPages: Record<Role, string[]> = {
  user: ['/user/dashboard', '/user/upload', '/user/documents', '/user/wallet'],
  business: [
    '/business/dashboard',
    '/business/documents',
    '/business/customers',
    '/business/customers/import',
    '/business/counter',
    '/business/coverage',
    '/business/requests',
    '/business/binder',
    '/business/gaps',
  ],
  admin: [
    '/admin/dashboard',
    '/admin/users',
    '/admin/businesses',
    '/admin/businesses/some-id',
    '/admin/chats',
    '/admin/applications',
    '/admin/api-access',
  ],
}
