import { dayMs, minuteMs, secondMs } from '@exempta/contract/durations'

/** Live support. */
export const limits = {
  chatAutomaticReplyMs: 1 * secondMs,
  chatMessagesPerMinute: 30,
  chatMessagesShown: 50,
  chatUnreadShown: 99,
  chatDocumentsShown: 10,
  chatGuestMs: 30 * dayMs,
  chatGuestKeptMs: 365 * dayMs,
  // An answer not read by then is emailed.
  chatUnreadEmailMs: 1 * minuteMs,
  /** A person who writes again within this time doesn’t ring the agents’ bell again. */
  chatBellQuietMs: 15 * minuteMs,
  chatPresenceBeatMs: 30 * secondMs,
  chatPresenceMs: 90 * secondMs,
  /** Reloading a page doesn’t count as leaving. */
  chatLeaveMs: 5 * secondMs,
} as const
