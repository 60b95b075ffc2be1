/** Which modules are sent together, so that a page asks for a dozen files and not for eighty. */
import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

const route = /web\/src\/app\/(root|(?:public|portal)-layout|pages\/[^/]+\/[^/]+)\.tsx\?/
const isPublic = (name: string) => /^(root|public-layout|pages\/(public|accounts)\/)/.test(name)
const isOf = (area: string) => (name: string) => name.startsWith(`pages/${area}/`)
const isProfile = (name: string) => name.endsWith('/profile')
const viewers = ['pages/user/document', 'pages/business/review']
const isByViewers = (routes: ReadonlySet<string>) => viewers.every((name) => routes.has(name))
const coveragePages = ['pages/business/counter', 'pages/business/coverage']
const walletPages = ['pages/user/wallet', 'pages/user/renew']
const manyPages = 9
/** Loaded by every page behind the login, although not with it; and parts smaller than what a request costs. */
const alsoSignedIn = [
  'contract/src/sharing.ts',
  'contract/src/states.ts',
  'contract/src/verdict.ts',
  'knowledge/src/terms.ts',
  'web/src/app/shell/session-keeper.tsx',
  'web/src/features/documents/document-progress.ts',
  'web/src/shared/corrected-version.tsx',
  'web/src/shared/document-files.ts',
  'web/src/shared/document-pictures.tsx',
  'web/src/shared/needs-check-badge.tsx',
  'web/src/shared/verified-mark.tsx',
  'web/src/ui/bulk-bar.tsx',
  'web/src/ui/focus.ts',
  'web/src/ui/progress.tsx',
  'web/src/ui/setting-row.tsx',
  'web/src/ui/stat-card.tsx',
  'web/src/ui/switch.tsx',
  'web/src/ui/tabs.tsx',
]

type IsShared = (routes: ReadonlySet<string>, id: string) => boolean

/**
 * In the order in which they take modules. A file takes along what its modules import, so what pages of several areas
 * use comes first. What is in none stays with the page that uses it.
 */
const files: [name: string, isShared: IsShared][] = [
  ['public', (routes) => routes.size > 1 && [...routes].some(isPublic)],
  [
    'signed-in',
    (routes, id) =>
      routes.has('portal-layout') ||
      routes.size >= manyPages ||
      alsoSignedIn.some((file) => id.endsWith(file)),
  ],
  ['activity', (_, id) => /contract\/src\/(admin\/audit|documents\/activity)\.ts$/.test(id)],
  ['account', (routes) => routes.size > 1 && [...routes].every(isProfile)],
  ['business', (routes) => routes.size > 1 && routes.has('pages/business/dashboard')],
  ['coverage', (routes) => routes.size > 1 && [...routes].every((name) => coveragePages.includes(name))],
  [
    'viewer',
    (routes, id) =>
      (isByViewers(routes) && !routes.has('pages/user/documents')) || /exemptions\/what-we-read/.test(id),
  ],
  ['received', (routes) => routes.size > 1 && routes.has('pages/business/documents')],
  ['wallet', (routes) => routes.size > 1 && [...routes].every((name) => walletPages.includes(name))],
  [
    'documents',
    // These are used by a page and by a part that is loaded later, which would make each a file of its own.
    (routes, id) =>
      (routes.size > 1 && [...routes].every(isOf('user'))) || /revoke-dialog|rejected-documents/.test(id),
  ],
  ['business-profile', (routes) => routes.size > 1 && routes.has('pages/business/profile')],
]

export function sharedFiles(): Rolldown.CodeSplittingGroup[] {
  const routesOf = findRoutes()
  return [
    {
      name: 'framework',
      test: /node_modules\/(react|react-dom|react-router|scheduler|cookie|lucide-react)\//,
      // Every icon is imported by one file that names them all, so who uses which is not known here.
      minShareCount: 2,
      priority: files.length + 1,
    },
    ...files.map(([name, isShared], at) => ({
      name: (id: string, context: Context) => (isShared(routesOf(id, context), id) ? name : null),
      test: /^(?!.*lucide-react)/,
      priority: files.length - at,
    })),
  ]
}

/** The routes that load a module with the page, not later by `import()`. */
function findRoutes() {
  const known = new Map<string, Set<string>>()
  return function routesOf(id: string, context: Context): Set<string> {
    const cached = known.get(id)
    if (cached) return cached
    const routes = new Set<string>()
    known.set(id, routes)
    const own = route.exec(id)?.[1]
    if (own) routes.add(own)
    for (const importer of context.getModuleInfo(id)?.importers ?? []) {
      for (const name of routesOf(importer, context)) routes.add(name)
    }
    return routes
  }
}
