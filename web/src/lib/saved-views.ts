import { useSyncExternalStore } from 'react'
import { z } from 'zod'
import { getSessionState } from './session-store.ts'

/** What a list shows, under a name that its person gave it. Kept in this browser, like the way lists are shown. */
export interface SavedView {
  name: string
  /** The search part of the address. */
  search: string
}

export const savedViewLimits = { views: 20, nameLength: 40 }

const prefix = 'exempta.views.'
const Saved = z.array(z.object({ name: z.string(), search: z.string() }))
const none: readonly SavedView[] = []
const listeners = new Set<() => void>()
const known = new Map<string, readonly SavedView[]>()

function keyOf(list: string): string {
  const state = getSessionState()
  return `${prefix}${state.status === 'signed-in' ? state.session.person.id : ''}.${list}`
}

function read(key: string): readonly SavedView[] {
  const found = known.get(key)
  if (found) return found
  let views = none
  try {
    views = Saved.parse(JSON.parse(localStorage.getItem(key) ?? '[]'))
  } catch {
    // What no version of this page has written is no view.
  }
  known.set(key, views)
  return views
}

function write(key: string, views: readonly SavedView[]): void {
  known.set(key, views)
  if (views.length > 0) localStorage.setItem(key, JSON.stringify(views))
  else localStorage.removeItem(key)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The views that a person saved for a list, and ways to change them. A second view of the same name replaces the first. */
export function useSavedViews(list: string) {
  const views = useSyncExternalStore(
    subscribe,
    () => read(keyOf(list)),
    () => none,
  )
  return {
    views,
    save(view: SavedView): void {
      const others = read(keyOf(list)).filter(({ name }) => name !== view.name)
      write(keyOf(list), [...others, view].slice(-savedViewLimits.views))
    },
    remove(name: string): void {
      write(
        keyOf(list),
        read(keyOf(list)).filter((view) => view.name !== name),
      )
    },
  }
}

/** The same for a view as for what is shown: its place in the list and its order of words don't matter. */
export function viewSearch(search: string): string {
  const params = new URLSearchParams(search)
  for (const name of ['after', 'trail']) params.delete(name)
  params.sort()
  return params.size > 0 ? `?${params}` : ''
}
