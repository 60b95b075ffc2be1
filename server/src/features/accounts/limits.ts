import { dayMs, minuteMs } from '@exempta/contract/durations'

/** Logging in. */
export const limits = {
  secondFactorMs: 10 * minuteMs,
  companyLoginMs: 10 * minuteMs,
  knownDeviceMs: 365 * dayMs,
  passkeys: 10,
  passkeyQuestionMs: 5 * minuteMs,
  temporaryPasswordMs: 7 * dayMs,
} as const
