import { dayMs, hourMs, minuteMs } from '@exempta/contract/durations'
import { requestLimits } from '@exempta/contract/requests/limits'

/** Answers to requests, and campaigns. */
export const limits = {
  // Answers that aren't sent yet: how many there can be, and how large their files can be together.
  openAnswers: 2000,
  openAnswersBytes: 4 * 1024 ** 3,
  openAnswersOfSource: 20,
  openAnswersOfSourceBytes: 100 * 1024 ** 2,
  openAnswersOfRequest: 20,
  openAnswersOfStandingRequest: 200,
  openAnswersOfRequestBytes: 512 * 1024 ** 2,
  /** After this long without progress, an answer makes room for another one where there is none left. */
  openAnswerIdleMs: 10 * minuteMs,
  sentAnswerKeptMs: 30 * dayMs,
  requestAnswerShownMs: 1 * hourMs,
  requestsKeptYears: 7,
  campaignEmailsPerMinute: 100,
  campaignDraftMs: 7 * dayMs,
  campaignReminders: requestLimits.reminders,
  campaignReminderPauseMs: requestLimits.emailedAgainDays * dayMs,
  campaignReminderDays: [30, 14, 7, 0],
} as const
