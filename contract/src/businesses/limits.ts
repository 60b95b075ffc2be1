import { dayMs, secondMs } from '../durations.ts'

/** Businesses and their teams. */
export const businessLimits = {
  invitationMs: 7 * dayMs,
  ipRanges: 100,
  ipRangeLength: 60,
  websiteLength: 200,
  taxIdLength: 10,
  businessAddressLength: 300,
  memberActivityMs: 30 * secondMs,
  evidenceMaxBytes: 10 * 1024 * 1024,
  evidenceNoteLength: 2000,
  tradeNames: 20,
  dashboardTeamMembers: 5,
  reportReviewers: 100,
} as const

export const businessTypes = [
  'Retail',
  'Healthcare',
  'Education',
  'Government',
  'Nonprofit',
  'Other',
] as const
