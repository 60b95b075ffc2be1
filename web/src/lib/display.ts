import { useSyncExternalStore } from 'react'

/** How lists are shown in this browser. */
export interface Display {
  /** Low rows, so that more of them fit on the screen. */
  isCompact: boolean
  /** `May 4, 2026, 9:12 AM` instead of `3 hours ago`. */
  hasExactDates: boolean
}

const keys = { isCompact: 'exempta.compact-lists', hasExactDates: 'exempta.exact-dates' } as const
const initial: Display = { isCompact: false, hasExactDates: false }
const listeners = new Set<() => void>()
let known: Display | undefined

function current(): Display {
  known ??= {
    isCompact: localStorage.getItem(keys.isCompact) !== null,
    hasExactDates: localStorage.getItem(keys.hasExactDates) !== null,
  }
  return known
}

export function setDisplay(change: Partial<Display>) {
  known = { ...current(), ...change }
  for (const name of ['isCompact', 'hasExactDates'] as const) {
    if (known[name]) localStorage.setItem(keys[name], 'on')
    else localStorage.removeItem(keys[name])
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useDisplay = (): Display => useSyncExternalStore(subscribe, current, () => initial)
