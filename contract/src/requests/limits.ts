import { hourMs } from '../durations.ts'

/** Requests for certificates and their answers. */
export const requestLimits = {
  customerReferenceLength: 100,
  requestMessageLength: 1000,
  requestEmailsPerDay: 5000,
  openAnswerMs: 1 * hourMs,
  uploadPieceBytes: 512 * 1024,
  untrustedNameLength: 255,
  campaignNameLength: 100,
  campaignRows: 100_000,
  campaignLinesShown: 100,
  subjectLength: 150,
  /** Customers asked within the last days aren't asked again by a list. */
  askedAgainDays: 14,
  /** Nobody who got an email gets another one sooner, except from a scheduled reminder. */
  emailedAgainDays: 3,
  reminders: 4,
  requestsAtOnce: 100,
} as const
