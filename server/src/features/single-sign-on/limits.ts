import { minuteMs, secondMs } from '@exempta/contract/durations'

/** Logging in with the account of a company. */
export const limits = {
  /** From the login page to the provider and back. */
  attemptMs: 10 * minuteMs,
  /** One call to a provider. */
  providerTimeoutMs: 10 * secondMs,
  providerAnswerMaxBytes: 256 * 1024,
  /** By how much the clocks of a provider and this server may differ. */
  clockToleranceSeconds: 60,
  /** A logout token is issued and sent at once. */
  logoutTokenMaxAgeSeconds: 5 * 60,
  /** Groups of one person that are looked at. */
  claimedGroups: 1000,
} as const
