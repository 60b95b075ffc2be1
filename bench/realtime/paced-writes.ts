import { setTimeout as delay } from 'node:timers/promises'
import type { WriteOrder } from './protocol.ts'

/**
 * Starts writes at a steady pace, whether or not earlier ones are done, and waits for all of them. Each write returns
 * the key of what it wrote.
 */
export async function writeAtPace<Key>(
  { streams, count, perSecond }: WriteOrder,
  write: (stream: string) => Promise<Key>,
): Promise<{ acknowledged: Key[]; writeMs: number[] }> {
  const start = performance.now()
  const writes = []
  for (let n = 0; n < count; n++) {
    const waitMs = start + (n * 1000) / perSecond - performance.now()
    if (waitMs > 0) await delay(waitMs)
    const stream = streams[n % streams.length] ?? ''
    writes.push(timed(stream, write))
  }
  const done = await Promise.all(writes)
  return { acknowledged: done.map(({ key }) => key), writeMs: done.map(({ ms }) => ms) }
}

async function timed<Key>(stream: string, write: (stream: string) => Promise<Key>) {
  const start = performance.now()
  const key = await write(stream)
  return { key, ms: performance.now() - start }
}
