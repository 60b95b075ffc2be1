import { useSyncExternalStore } from 'react'

const neverChanges = () => () => {}

/** False while only the prerendered markup is there, which knows nothing of the address and of this browser. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  )
}
