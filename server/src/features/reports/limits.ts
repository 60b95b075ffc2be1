import { secondMs } from '@exempta/contract/durations'

/** Reports. */
export const limits = {
  reportTimeoutMs: 20 * secondMs,
} as const
