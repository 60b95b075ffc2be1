import type { Limits } from './limits.ts'

/** Sets up a new session in one message; the same on both databases, so that both compute alike. */
export function sessionSettings(limits: Limits): string {
  return settings({
    timezone: 'UTC',
    datestyle: 'ISO, YMD',
    // Its compiling takes longer than any statement of ours; a wrong guess at rows costs every request 40 ms.
    jit: 'off',
    statement_timeout: limits.statementTimeoutMs,
    lock_timeout: limits.lockTimeoutMs,
    idle_in_transaction_session_timeout: limits.transactionTimeoutMs + limits.graceMs,
  })
}

/** Migrations may take as long as the data needs. */
export const unlimitedSettings = settings({
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
})

function settings(values: Record<string, string | number>): string {
  return Object.entries(values)
    .map(([name, value]) => `set ${name} = '${value}'`)
    .join(';')
}
