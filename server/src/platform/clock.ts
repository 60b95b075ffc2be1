import { dayMs } from '@exempta/contract/durations'

/** Business time. Everything that asks "when" asks here, so that tests can move it. */
export interface Clock {
  now(): Date
  /**
   * The latest time this installation has seen. Links are made and checked by it, so that one that has expired
   * stays so when the machine's clock is set back. A step of more than a day is taken for the correction of a
   * wrong clock, and followed.
   */
  latest(): Date
  /** Tells of a time that was seen before, by an earlier process. */
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
