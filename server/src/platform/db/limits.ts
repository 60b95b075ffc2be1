import type { DatabaseOptions } from './database.ts'

export interface Limits {
  statementTimeoutMs: number
  lockTimeoutMs: number
  transactionTimeoutMs: number
  /** How much longer this side waits where the server itself ends what takes too long. */
  graceMs: number
}

export function limitsFrom(options: DatabaseOptions, graceMs: number): Limits {
  const { statementTimeoutMs = 15_000, lockTimeoutMs = 5_000, transactionTimeoutMs = 30_000 } = options
  return { statementTimeoutMs, lockTimeoutMs, transactionTimeoutMs, graceMs }
}
