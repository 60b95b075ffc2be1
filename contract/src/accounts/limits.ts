import { dayMs, hourMs, minuteMs, secondMs } from '../durations.ts'

/** People, passwords, sessions and the data about them. */
export const accountLimits = {
  nameLength: 120,
  emailLength: 254,
  passwordMinLength: 8,
  passwordMaxLength: 1024,
  temporaryPasswordMinLength: 6,
  backupCodes: 10,
  twoFactorCodeDigits: 6,
  choosePasswordLinkMs: 7 * dayMs,
  phoneLength: 40,
  phoneMinDigits: 7,
  phoneMaxDigits: 15,
  sessionIdleMs: 30 * minuteMs,
  sessionAbsoluteMs: 12 * hourMs,
  sessionTickMs: 30 * secondMs,
  sessionRenewBelowMs: 90 * secondMs,
  retentionChoicesDays: [30, 90, 365],
  networkAddressesKeptMs: 365 * dayMs,
  successBannerMs: 3 * secondMs,
} as const
