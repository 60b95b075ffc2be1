import { dayMs } from '@exempta/contract/durations'

/** The current time for all business logic. Tests can move it. */
export interface Clock {
  now(): Date
  /**
   * The latest time this installation has seen. Whatever gives access and expires is created and checked with it, so it
   * stays expired when the system clock is set back. A step back of more than a day is treated as the correction of a wrong
   * clock and accepted.
   */
  latest(): Date
  /** Sets a time that an earlier process has seen. */
  hasSeen(time: Date): void
}

export function observedClock(readTime: () => Date): Clock {
  let latestMs = Number.NEGATIVE_INFINITY
  const now = () => {
    const time = readTime()
    const isCorrection = latestMs - time.getTime() > dayMs
    if (isCorrection || time.getTime() > latestMs) latestMs = time.getTime()
    return time
  }
  return {
    now,
    latest: () => {
      now()
      return new Date(latestMs)
    },
    hasSeen: (time) => {
      latestMs = Math.max(latestMs, time.getTime())
    },
  }
}

export const systemClock: Clock = observedClock(() => new Date())
