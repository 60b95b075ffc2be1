import type { Rolldown } from 'vite'
import { featurePages } from '../src/app/features.ts'

type Context = Rolldown.ChunkingContext

// The framework adds a question mark to the modules of routes.
const routeModule = /web\/src\/([^?]+)\.tsx\?/
const publicRoutes = new Set([
  ...['root', 'app/public-layout', 'app/pages/public/not-found'],
  ...featurePages.filter(({ area }) => area === 'public').map(({ module }) => module),
])
const isPublic = (name: string) => publicRoutes.has(name)
/** What this many pages load is worth loading with the first one of them. */
const manyPages = 14

/**
 * Three files that pages share, so that a page asks for a few dozen files and not for a hundred: packages that every
 * page needs, what public pages share, and what pages behind the login share. The rest is left to the bundler.
 */
export function sharedFiles(): Rolldown.CodeSplittingGroup[] {
  const routesOf = findRoutes()
  const shared = (name: string, isShared: (routes: ReadonlySet<string>) => boolean, priority: number) => ({
    name: (id: string, context: Context) => (isShared(routesOf(id, context)) ? name : null),
    // Every icon is imported by one file that names them all, so nobody knows here who uses which.
    test: /^(?!.*lucide-react)/,
    priority,
  })
  return [
    {
      name: 'framework',
      test: /node_modules\/(react|react-dom|react-router|scheduler|cookie|lucide-react)\//,
      minShareCount: 2,
      priority: 3,
    },
    shared('public', (routes) => routes.size > 1 && [...routes].some(isPublic), 2),
    shared('signed-in', (routes) => routes.has('app/portal-layout') || routes.size >= manyPages, 1),
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
    const own = routeModule.exec(id)?.[1]
    if (own) routes.add(own)
    for (const importer of context.getModuleInfo(id)?.importers ?? []) {
      for (const name of routesOf(importer, context)) routes.add(name)
    }
    return routes
  }
}
