import { hourMs } from '../durations.ts'

/** The counter and its answers. */
export const coverageLimits = {
  locationNameLength: 100,
  referenceLength: 100,
  allowedReasonLength: 300,
  acceptanceMaxYears: 3,
  amountMaxCents: 100_000_000_000,
  coverageBatch: 500,
  offlineCustomers: 200,
  offlineMs: 12 * hourMs,
} as const
