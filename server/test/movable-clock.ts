import { type Clock, observedClock } from '../src/platform/clock.ts'

export interface MovableClock extends Clock {
  advance(ms: number): void
}

/** Stands still until a test moves it. */
export function movableClock(start = new Date('2026-03-02T15:00:00Z')): MovableClock {
  let current = start.getTime()
  return {
    ...observedClock(() => new Date(current)),
    advance: (ms) => {
      current += ms
    },
  }
}
