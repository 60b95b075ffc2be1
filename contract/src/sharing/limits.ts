import { hourMs, minuteMs } from '../durations.ts'

/** Shares with businesses and by email. */
export const shareLimits = {
  shareCodeMs: 10 * minuteMs,
  viewerSessionMs: 1 * hourMs,
  emailShareDays: 7,
  emailShareMaxDays: 365,
  shareDocuments: 1000,
  shareRecipients: 100,
  sharePairs: 10_000,
  shareMessageLength: 1000,
  recipientsFound: 10,
} as const
