/** Which modules are sent together, so that a page asks for a dozen files and not for eighty. */
import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

const route = /web\/src\/app\/(root|(?:public|portal)-layout|pages\/[^/]+\/[^/]+)\.tsx\?/
const isPublic = (name: string) => /^(root|public-layout|pages\/(public|accounts)\/)/.test(name)
const manyPages = 9

/** What matches no group stays with the page that uses it. */
export function sharedFiles(): Rolldown.CodeSplittingGroup[] {
  const routesOf = findRoutes()
  // Every icon is imported by one file that names them all, so who uses which is not known here.
  const test = /^(?!.*lucide-react)/
  return [
    {
      name: 'framework',
      test: /node_modules\/(react|react-dom|react-router|scheduler|cookie)\//,
      priority: 4,
    },
    { name: 'icons', test: /lucide-react/, minShareCount: 2, priority: 3 },
    {
      name: (id, context) => {
        const routes = routesOf(id, context)
        return routes.size > 1 && [...routes].some(isPublic) ? 'public' : null
      },
      test,
      priority: 2,
    },
    {
      name: (id, context) => (routesOf(id, context).has('portal-layout') ? 'signed-in' : null),
      test,
      priority: 1,
    },
    { name: (id, context) => (routesOf(id, context).size >= manyPages ? 'pages' : null), test },
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
