import { setTimeout as delay } from 'node:timers/promises'
import { isConnectionLost, sqlState } from './errors.ts'

const attempts = 5
const firstWaitMs = 10

// Serialization failure and deadlock: the database rolled back, and a retry may succeed.
const retryableStates = new Set(['40001', '40P01'])

/** Retries the work after transient failures. The work must have no effects outside the database. */
export const retryConflicts = <T>(work: () => Promise<T>): Promise<T> => retry(work, isConflict)

/** Reading changes nothing, so it is also retried when a restart of the database ended its session. */
export const retryReading = <T>(work: () => Promise<T>): Promise<T> =>
  retry(work, (error) => isConflict(error) || isConnectionLost(error))

async function retry<T>(work: () => Promise<T>, isRetryable: (error: unknown) => boolean): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error
      await delay(Math.random() * firstWaitMs * 2 ** attempt)
    }
  }
}

function isConflict(error: unknown): boolean {
  return retryableStates.has(sqlState(error) ?? '') || isStalePlan(error)
}

/** A prepared statement's columns changed under it, as happens when a newer replica has just migrated. */
export function isStalePlan(error: unknown): boolean {
  return sqlState(error) === '0A000' && (error as Error).message.startsWith('cached plan')
}
