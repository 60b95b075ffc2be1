import { minuteMs } from '@exempta/contract/durations'

/** How an import takes its turns. */
export const limits = {
  /** So many of its files are handed to the queue at a time, so that an import of 10,000 files stays small there. */
  filesReading: 20,
  filesSettledAtOnce: 20,
  /** The pace that is shown is that of the last minutes. */
  paceMs: 5 * minuteMs,
} as const
