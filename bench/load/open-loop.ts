import { setTimeout as delay } from 'node:timers/promises'
import type { Step } from './protocol.ts'

/** So many seconds of requests may be under way; beyond, the rate is not held and the step ends early. */
const backlogSeconds = 3

/**
 * Starts requests at a constant rate, however slow the answers are. Each request gets the time it was due, so a delay
 * caused by the server also counts for requests that could not start in time.
 */
export async function runOpenLoop(
  { perSecond, seconds }: Step,
  request: (n: number, dueMs: number) => Promise<void>,
): Promise<void> {
  const count = Math.round(perSecond * seconds)
  const start = performance.now() + 20
  const dueAt = (n: number) => start + (n * 1000) / perSecond
  const underWay = new Set<Promise<void>>()
  for (let n = 0; n < count; ) {
    if (underWay.size > perSecond * backlogSeconds) break
    const waitMs = dueAt(n) - performance.now()
    if (waitMs > 0) await delay(waitMs)
    while (n < count && dueAt(n) <= performance.now()) {
      const made = request(n, dueAt(n)).finally(() => underWay.delete(made))
      underWay.add(made)
      n++
    }
    await new Promise(setImmediate)
  }
  await Promise.all(underWay)
}
