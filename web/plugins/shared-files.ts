/** Which modules are sent together, so that a page asks for a dozen files and not for sixty. */
import type { Rolldown } from 'vite'

type Context = Rolldown.ChunkingContext

// What every page shows beside its root: header, footer and the pieces in them, and what stands on the most visited.
const shell = [
  /web\/src\/app\/shell\/(public-header|site-footer|skip-link|full-page-spinner|navigation-progress|route-announcer|use-session-sync)\./,
  /web\/src\/ui\/(button-class|link-button|text-link|logo|spinner|theme-choice|theme-toggle)\./,
  /web\/src\/lib\/(class-names|theme|roles|session-store|page-meta)\./,
  /lucide-react\/dist\/esm\/(createLucideIcon|Icon|context|defaultAttributes|shared\/)/,
  /lucide-react\/dist\/esm\/icons\/(moon|sun|monitor|loader-circle|message-circle|triangle-exclamation-point|circle-exclamation-point|info|circle-check|building-complex|check|eye-off|share-2)\./,
]
// What most views behind the login are made of.
const fields =
  /web\/src\/(ui\/(control-class|field|text-input|textarea|select|keep-focus|search-input)|lib\/use-hotkey)\./
const views = [
  /web\/src\/ui\/(badge|status-badge|skeleton|empty-state|card|section-spinner|facts|show-more|pagination|setting-row|relative-time)\./,
  /web\/src\/lib\/(relative-time|use-address-params)\./,
]
const icon = /lucide-react\/dist\/esm\/icons\//

const root = /web\/src\/app\/root\./
const publicPage = /web\/src\/app\/(public-layout|pages\/(public|accounts)\/)/
const laterForm = /web\/src\/features\/accounts\/[a-z-]+\.tsx/
const memberLayout = /web\/src\/app\/portal-layout\./

export function sharedFiles(): Rolldown.CodeSplittingGroup[] {
  const ids: string[] = []
  const behind = new Map<RegExp, Set<string>>()
  const isBehind = (door: RegExp, id: string, context: Context) => {
    if (!behind.has(door)) {
      const doors = ids.filter((each) => door.test(each))
      behind.set(door, allBehind(doors, context))
    }
    return behind.get(door)?.has(id)
  }
  return [
    {
      name: 'framework',
      test: /node_modules\/(react|react-dom|react-router|scheduler|cookie)\//,
      priority: 6,
    },
    {
      name: (id, context) =>
        isBehind(root, id, context) || shell.some((pattern) => pattern.test(id)) ? 'shell' : null,
      // Asked about every module before the first name is.
      test(id) {
        ids.push(id)
        return true
      },
      priority: 5,
    },
    { name: 'icons', test: icon, minShareCount: 2, priority: 4 },
    // Before the next, which takes along all that its modules import.
    {
      name: (id, context) =>
        isBehind(memberLayout, id, context) && isBehind(publicPage, id, context) ? 'pieces' : null,
      priority: 3,
    },
    {
      name: (id, context) =>
        isBehind(memberLayout, id, context) && isBehind(laterForm, id, context) ? 'calls' : null,
      priority: 2,
    },
    { name: (id, context) => (isBehind(memberLayout, id, context) ? 'members' : null), priority: 1 },
    { name: 'fields', test: fields },
    {
      name: (id, context) => (isBehind(publicPage, id, context) ? null : 'views'),
      test: (id) => views.some((pattern) => pattern.test(id)),
    },
  ]
}

/** The modules that a page with these loads at once; an icon comes through a file that names them all. */
function allBehind(doors: readonly string[], context: Context): Set<string> {
  const reached = new Set(doors)
  for (const id of reached) {
    if (id.includes('lucide-react')) continue
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) reached.add(next)
  }
  return reached
}
