import type { DatabaseOptions } from './database.ts'

export interface Limits {
  statementTimeoutMs: number
  lockTimeoutMs: number
  transactionTimeoutMs: number
  /** How much longer the client waits than the server, which enforces the limit itself. */
  graceMs: number
}

export function limitsFrom(options: DatabaseOptions, graceMs: number): Limits {
  const { statementTimeoutMs = 15_000, lockTimeoutMs = 5_000, transactionTimeoutMs = 30_000 } = options
  return { statementTimeoutMs, lockTimeoutMs, transactionTimeoutMs, graceMs }
}
