import { dayMs, hourMs, minuteMs, secondMs } from '@exempta/contract/durations'

/** API keys and webhooks. */
export const limits = {
  apiKeysKept: 100,
  apiKeyUseNotedMs: 1 * minuteMs,
  webhooks: 10,
  webhookTimeoutMs: 10 * secondMs,
  webhookAnswerMaxBytes: 1024,
  webhookRetriedMs: 24 * hourMs,
  webhookRetryMs: 1 * minuteMs,
  webhookRetryMaxMs: 2 * hourMs,
  webhookFailingMs: 3 * dayMs,
  webhookOldSecretMs: 24 * hourMs,
  webhookLogKeptMs: 30 * dayMs,
} as const
