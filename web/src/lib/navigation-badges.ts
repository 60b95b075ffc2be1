import { useSyncExternalStore } from 'react'

/** Counts beside entries of the side navigation, by address. Features set them; the navigation shows them. */
let badges: Readonly<Record<string, number>> = {}
const listeners = new Set<() => void>()

export function setNavigationBadge(address: string, count: number) {
  if ((badges[address] ?? 0) === count) return
  badges = { ...badges, [address]: count }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useNavigationBadges = () =>
  useSyncExternalStore(
    subscribe,
    () => badges,
    () => badges,
  )
