import { setTimeout as delay } from 'node:timers/promises'
import type { WriteOrder } from './protocol.ts'

/** Starts writes at a steady pace, whether or not earlier ones are done, and waits for all of them. */
export async function writeAtPace(
  { streams, count, perSecond }: WriteOrder,
  write: (stream: string) => Promise<number>,
): Promise<{ acknowledged: { stream: string; seq: number }[]; writeMs: number[] }> {
  const start = performance.now()
  const writes = []
  for (let n = 0; n < count; n++) {
    const waitMs = start + (n * 1000) / perSecond - performance.now()
    if (waitMs > 0) await delay(waitMs)
    const stream = streams[n % streams.length] ?? ''
    writes.push(timed(stream, write))
  }
  const done = await Promise.all(writes)
  return { acknowledged: done, writeMs: done.map(({ ms }) => ms) }
}

async function timed(stream: string, write: (stream: string) => Promise<number>) {
  const start = performance.now()
  const seq = await write(stream)
  return { stream, seq, ms: performance.now() - start }
}
