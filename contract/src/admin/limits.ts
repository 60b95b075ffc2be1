import { dayMs } from '../durations.ts'

/** How long the texts of emails are kept. */
export const emailKeepingLimits = {
  emailSecretsKeptMs: 7 * dayMs,
  emailKeptMs: 90 * dayMs,
} as const
