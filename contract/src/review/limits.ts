import { secondMs } from '../durations.ts'

/** Reviewing received documents. */
export const reviewLimits = {
  rejectReasonLength: 500,
  rejectReasons: 20,
  reviewPresenceBeatMs: 20 * secondMs,
  reviewPresenceMs: 50 * secondMs,
  reviewedAtOnce: 100,
} as const
