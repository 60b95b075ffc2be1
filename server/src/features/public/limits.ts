import { hourMs, secondMs } from '@exempta/contract/durations'

/** Public forms. */
export const limits = {
  formFilledMinMs: 2 * secondMs,
  formFilledMaxMs: 24 * hourMs,
} as const
