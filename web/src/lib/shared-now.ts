/** One clock for all relative times of a page: two of them never contradict each other. */
import { useEffect, useSyncExternalStore } from 'react'

let now = new Date()
const listeners = new Set<() => void>()

function tick() {
  now = new Date()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** How far the clock may be behind when something new is shown. */
const staleMs = 1000

/** The moment that the whole page shows. It moves on, everywhere at once, when the words of one of its times change. */
export function useSharedNow(delayOf: (now: Date) => number): Date {
  const shown = useSyncExternalStore(
    subscribe,
    () => now,
    () => now,
  )
  const delay = delayOf(shown)
  useEffect(() => {
    if (Date.now() - shown.getTime() > staleMs) tick()
    const timer = setTimeout(tick, delay)
    return () => clearTimeout(timer)
  }, [shown, delay])
  return shown
}
