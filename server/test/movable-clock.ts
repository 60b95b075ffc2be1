import type { Clock } from '../src/platform/clock.ts'

export interface MovableClock extends Clock {
  advance(ms: number): void
}

/** Stands still until a test moves it. */
export function movableClock(start = new Date('2026-03-02T15:00:00Z')): MovableClock {
  let current = start.getTime()
  return {
    now: () => new Date(current),
    advance: (ms) => {
      current += ms
    },
  }
}
