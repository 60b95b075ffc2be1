import { dayMs, hourMs, minuteMs, secondMs } from '@exempta/contract/durations'

/** The dashboard of administrators, job applications and health. */
export const limits = {
  adminRecentPerKind: 2,
  growthWindowMs: 30 * dayMs,
  growthWithoutBaseline: 100,
  issueGrowthBaseline: 10,
  applicationKeptMs: 365 * dayMs,
  readinessMs: 1 * secondMs,
  queueAgeWarningMs: 5 * minuteMs,
  queueAgeBadMs: 30 * minuteMs,
  freeSpaceWarningBytes: 5 * 1024 ** 3,
  freeSpaceBadBytes: 1024 ** 3,
  databaseAnswerWarningMs: 1 * secondMs,
  mailServerAskedMs: 5 * minuteMs,
  mailServerWaitMs: 3 * secondMs,
  mailCertificateWarningMs: 14 * dayMs,
  backupsListed: 200,
  /** Only so that there is one: a larger backup would take longer than a request may. */
  restoredBackupMaxBytes: 1024 ** 4,
  backupLinkMs: 2 * minuteMs,
  /** A day, and time for a backup that takes hours. */
  backupAgeWarningMs: 30 * hourMs,
} as const
