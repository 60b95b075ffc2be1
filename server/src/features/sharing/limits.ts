import { dayMs } from '@exempta/contract/durations'

/** Shares. */
export const limits = {
  shareEndsSoonMs: 2 * dayMs,
  shareEmailsPerDay: 200,
} as const
