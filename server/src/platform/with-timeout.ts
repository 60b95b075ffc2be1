import { setTimeout as delay } from 'node:timers/promises'

/** The result of the work, or undefined when it takes longer. The work itself goes on until its own limit. */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const over = new AbortController()
  try {
    return await Promise.race([work, delay(ms, undefined, { signal: over.signal })])
  } finally {
    over.abort()
  }
}
