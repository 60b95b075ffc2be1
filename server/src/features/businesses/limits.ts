import { dayMs, minuteMs } from '@exempta/contract/durations'

/** Teams, evidence of businesses, and emails to them. */
export const limits = {
  invitationKeptMs: 30 * dayMs,
  openInvitations: 100,
  evidencePerBusiness: 50,
  newDocumentsEmailMs: 10 * minuteMs,
} as const
