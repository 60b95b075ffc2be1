import { dayMs } from '@exempta/contract/durations'

/** Downloads of personal data. */
export const limits = {
  dataExportKeptMs: 7 * dayMs,
  dataExportPreparingMs: 1 * dayMs,
} as const
