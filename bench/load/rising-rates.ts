import { percentile } from '../list/take-turns.ts'
import type { Measured, Step } from './protocol.ts'

export const p99LimitMs = 500
const stepSeconds = 6
const growth = 1.5
/** Rising ends here, so that the whole run stays within five minutes. */
const timeMs = 85_000

export interface RateSeen {
  perSecond: number
  requests: number
  p50Ms: number
  p99Ms: number
  failed: number
  isHeld: boolean
  measured: Measured
}

/**
 * The highest rate that is held: the rate grows until one is missed twice in a row, then the middle between the
 * last held and that one is tried. A single miss may be another program's moment on the machine.
 */
export async function findHeldRate<Seen extends RateSeen>(
  firstPerSecond: number,
  measure: (step: Step) => Promise<Seen>,
): Promise<Seen> {
  const deadline = performance.now() + timeMs
  const tryTwice = async (perSecond: number) => {
    const seen = await measure({ perSecond, seconds: stepSeconds })
    return seen.isHeld ? seen : measure({ perSecond, seconds: stepSeconds })
  }
  let best = await tryTwice(firstPerSecond)
  if (!best.isHeld) return fallToHeldRate(best.perSecond, tryTwice)
  while (performance.now() < deadline) {
    const missed = Math.round(best.perSecond * growth)
    const seen = await tryTwice(missed)
    if (seen.isHeld) {
      best = seen
      continue
    }
    const between = await tryTwice(Math.round((best.perSecond + missed) / 2))
    return between.isHeld ? between : best
  }
  return best
}

/** On a busy or small machine even the first rate may be too much. */
async function fallToHeldRate<Seen extends RateSeen>(
  missedPerSecond: number,
  tryTwice: (perSecond: number) => Promise<Seen>,
): Promise<Seen> {
  for (let perSecond = missedPerSecond / 2; perSecond >= 1; perSecond /= 2) {
    const seen = await tryTwice(Math.round(perSecond))
    if (seen.isHeld) return seen
  }
  throw new Error('Not even one request a second was held.')
}

export function judgeStep({ perSecond, seconds }: Step, measured: Measured): RateSeen {
  const latencies = Object.values(measured.latenciesMs).flat()
  const failed = Object.values(measured.failures).reduce((sum, count) => sum + count, 0)
  const p99Ms = percentile(latencies, 99)
  const isWhole = latencies.length === Math.round(perSecond * seconds)
  return {
    perSecond,
    requests: latencies.length + failed,
    p50Ms: percentile(latencies, 50),
    p99Ms,
    failed,
    isHeld: failed === 0 && isWhole && p99Ms < p99LimitMs,
    measured,
  }
}
