import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FeatureManifest } from '../lib/feature-manifest.ts'
import routes from '../routes.ts'
import { addressOf, currentEntry, featurePages, moduleOf, navigationOf } from './features.ts'

const app = import.meta.dirname
/** Modules of a page folder that are no routes of their own. */
const helpers = ['business/use-inviting.tsx', 'user/use-sharing.tsx']
/** Routes that are no page of a feature: they answer for any address, or with data. */
const ofTheApp = ['public/not-found.tsx', 'public/rss.ts', 'public/help-search.ts']

const addresses = (entries: typeof routes, parent = ''): string[] =>
  entries.flatMap((entry) => {
    const own = entry.path ? `${parent}/${entry.path}` : parent
    return entry.children ? addresses(entry.children, own) : [own || '/']
  })

describe('pages of features', () => {
  it('every page has a module and a route', () => {
    const known = addresses(routes)
    const wrong = featurePages.flatMap((page) => [
      ...(existsSync(path.join(app, '..', moduleOf(page))) ? [] : [`no module ${moduleOf(page)}`]),
      ...(known.includes(addressOf(page)) ? [] : [`no route ${addressOf(page)}`]),
    ])
    expect(wrong).toEqual([])
  })

  it.each(['public', 'user', 'business', 'admin'])(
    'every module in pages/%s is a page of a feature',
    (folder) => {
      const known = new Set([
        ...featurePages.map(moduleOf),
        ...[...helpers, ...ofTheApp].map((file) => `app/pages/${file}`),
      ])
      const files = readdirSync(path.join(app, 'pages', folder)).map((file) => `app/pages/${folder}/${file}`)
      expect(files.filter((file) => !known.has(file))).toEqual([])
    },
  )

  it('every address that the specification names has a route', () => {
    const specified = [
      ...['/', '/login', '/register', '/about', '/contact', '/careers', '/blog', '/blog/:slug', '/help'],
      ...['/tutorials', '/tutorials/:slug', '/privacy', '/terms', '/security', '/dashboard'],
      ...['dashboard', 'upload', 'documents', 'profile'].map((page) => `/user/${page}`),
      ...['dashboard', 'documents', 'profile', 'reports'].map((page) => `/business/${page}`),
      ...['/admin', '/admin/businesses/:id'],
      ...['dashboard', 'users', 'businesses', 'reports', 'chats', 'profile'].map((page) => `/admin/${page}`),
      ...['audit', 'mail', 'applications', 'api-access', 'settings', 'health'].map(
        (page) => `/admin/${page}`,
      ),
    ]
    const known = addresses(routes)
    expect(specified.filter((address) => !known.includes(address))).toEqual([])
  })

  it('has no address twice', () => {
    const all = featurePages.map(addressOf)
    expect(all.filter((address, index) => all.indexOf(address) !== index)).toEqual([])
  })

  const folder = path.join(app, '../features')
  const withManifest = readdirSync(folder).filter((name) =>
    existsSync(path.join(folder, name, 'manifest.ts')),
  )
  it.each(withManifest)('the pages of %s are in the list', async (name) => {
    const [manifest] = Object.values<FeatureManifest>(await import(path.join(folder, name, 'manifest.ts')))
    expect(featurePages).toEqual(expect.arrayContaining([...(manifest?.pages ?? [])]))
  })
})

describe('side navigation', () => {
  // The specification names these entries, in this order.
  it.each([
    ['user', ['Dashboard', 'Upload Documents', 'My Documents', 'Wallet', 'Profile']],
    [
      'business',
      [
        'Dashboard',
        'Received Documents',
        'Customers',
        'Counter',
        'Coverage',
        'Add Certificates',
        'Requests',
        'Missing Certificates',
        'Audits',
        'Team',
        'Reports',
        'API & webhooks',
        'Business Profile',
      ],
    ],
    [
      'admin',
      [
        'Dashboard',
        'Manage Users',
        'Manage Businesses',
        'Reports',
        'Chat Management',
        'Audit Log',
        'Rules',
        'Forms',
        'Mail',
        'Applications',
        'API Access',
        'Settings',
        'Backups',
        'Health',
      ],
    ],
  ] as const)('of %s', (role, labels) => {
    expect(navigationOf(role).flatMap(({ entries }) => entries.map(({ label }) => label))).toEqual(labels)
  })

  it.each(['user', 'business', 'admin'] as const)('every entry of %s leads to a route', (role) => {
    const links = navigationOf(role).flatMap(({ entries }) => entries.map(({ to }) => to))
    expect(addresses(routes)).toEqual(expect.arrayContaining(links))
  })

  it('every page of an area marks an entry of its navigation', () => {
    const unmarked = featurePages.flatMap((page) => {
      if (page.area === 'public') return []
      const open = addressOf(page).replaceAll(/:\w+/g, 'some-id')
      const entries = navigationOf(page.area).flatMap(({ entries }) => entries.map(({ to }) => to))
      return entries.includes(currentEntry(page.area, open) ?? '') ? [] : [open]
    })
    // The profile of an administrator is marked in the header, where its link is.
    expect(unmarked).toEqual(['/admin/profile'])
    expect(currentEntry('admin', '/admin/profile')).toBeUndefined()
  })

  it.each([
    ['business', '/business/documents/some-id', '/business/documents'],
    ['business', '/business/webhooks/some-id', '/business/api'],
    ['admin', '/admin/businesses/some-id', '/admin/businesses'],
    ['user', '/user/documents-of-others', undefined],
  ] as const)('of %s: %s is marked as %s', (role, pathname, entry) => {
    expect(currentEntry(role, pathname)).toBe(entry)
  })

  it('puts the pages of the system under their own heading', () => {
    expect(navigationOf('admin').map(({ title }) => title)).toEqual([undefined, 'System'])
  })
})
