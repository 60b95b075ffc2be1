import { startPostgres } from '../scripts/development/postgres-cluster.ts'
import { type Bench, percentile } from './bench.ts'
import { type FilledProduct, startFilledProduct } from './load/filled-product.ts'
import { databaseCpuSeconds, profileLoad } from './load/profile.ts'
import { HelperProcess, type Measured, type Step, type Target, type Usage } from './load/protocol.ts'

const p99LimitMs = 500
const stepSeconds = 6
const growth = 1.5
/** Rising ends here, so that the whole run stays within five minutes. */
const timeMs = 85_000

interface RateSeen {
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
async function findHeldRate<Seen extends RateSeen>(
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

function judgeStep({ perSecond, seconds }: Step, measured: Measured): RateSeen {
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

const sockets = 100
const warmUp: Step = { perSecond: 60, seconds: 8 }
const megabyte = 1024 * 1024

interface Side {
  target: Target
  firstPerSecond: number
  usage(): Promise<Usage>
}

interface Seen extends RateSeen {
  cpuMs: number
  databaseCpuMs: number | undefined
  memoryBytes: number
}

export const bench: Bench = {
  summary: `lists, view links, uploads and chat at rising rates on one web replica and PostgreSQL, the rate held at p99 < ${p99LimitMs} ms, against bare Fastify with one query`,
  async run(print, flags) {
    // `--profile` says where the time goes instead of how much is held.
    if (flags.includes('--profile')) return { figures: await profileLoad(print), limits: {} }
    const postgres = await startPostgres()
    process.env.TEST_DATABASE = 'postgres'
    process.env.TEST_POSTGRES_URL = postgres.url
    const helpers: HelperProcess[] = []
    const startHelper = (file: string) => {
      const helper = new HelperProcess(file)
      helpers.push(helper)
      return helper
    }
    const measureSide = async ({ target, firstPerSecond, usage }: Side) => {
      const load = startHelper('../load/load-process.ts')
      await load.ask(target)
      await load.ask(warmUp)
      const held = await findHeldRate(firstPerSecond, async (step): Promise<Seen> => {
        const [before, databaseBefore] = [await usage(), await databaseCpuSeconds(postgres.dataDir)]
        const judged = judgeStep(step, await load.ask<Measured>(step))
        const [after, databaseAfter] = [await usage(), await databaseCpuSeconds(postgres.dataDir)]
        const perRequest = (from = Number.NaN, to = Number.NaN) => ((to - from) * 1000) / judged.requests
        const seen = {
          ...judged,
          cpuMs: perRequest(before.cpuSeconds, after.cpuSeconds),
          databaseCpuMs: databaseBefore && perRequest(databaseBefore, databaseAfter),
          memoryBytes: after.memoryBytes,
        }
        print(lineOf(target.kind, seen))
        return seen
      })
      await load.end()
      return held
    }
    let product: FilledProduct | undefined
    try {
      product = await startFilledProduct()
      const { origin, people } = product
      const ours = await measureSide({
        target: { kind: 'product', origin, people, sockets },
        firstPerSecond: 40,
        usage: product.usage,
      })
      const bareProcess = startHelper('../load/bare-process.ts')
      const { url } = await bareProcess.ask<{ url: string }>({
        databaseUrl: product.databaseUrl,
        personId: product.firstPersonId,
      })
      const bare = await measureSide({
        target: { kind: 'bare', url },
        firstPerSecond: 200,
        usage: () => bareProcess.ask<Usage>({ usage: true }),
      })
      return {
        figures: figuresOf(ours, bare),
        limits: { p99Ms: { atMost: p99LimitMs }, chatLost: { atMost: 0 }, cpuRatio: { atMost: 13 } },
      }
    } finally {
      for (const helper of helpers) await helper.end()
      await product?.stop()
      await postgres.stop()
    }
  },
}

function lineOf(kind: string, { perSecond, p50Ms, p99Ms, failed, isHeld, measured, ...seen }: Seen): string {
  const failures = failed > 0 ? `, failed ${JSON.stringify(measured.failures)}` : ''
  const database = seen.databaseCpuMs === undefined ? '' : `, database ${seen.databaseCpuMs.toFixed(2)}`
  return `  ${kind} ${perSecond}/s: p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, CPU ${seen.cpuMs.toFixed(2)} ms${database}, memory ${Math.round(seen.memoryBytes / megabyte)} MB, ${isHeld ? 'held' : 'missed'}${failures}`
}

function figuresOf(ours: Seen, bare: Seen): Record<string, number> {
  const p99Of = (...kinds: string[]) =>
    percentile(
      kinds.flatMap((kind) => ours.measured.latenciesMs[kind] ?? []),
      99,
    )
  return {
    heldPerSecond: ours.perSecond,
    p50Ms: ours.p50Ms,
    p99Ms: ours.p99Ms,
    listP99Ms: p99Of('list', 'search', 'notifications'),
    viewLinkP99Ms: p99Of('link', 'view'),
    uploadP99Ms: p99Of('upload'),
    chatP99Ms: p99Of('chat'),
    chatLost: ours.measured.chatLost,
    cpuMsPerRequest: ours.cpuMs,
    ...(ours.databaseCpuMs !== undefined && { databaseCpuMsPerRequest: ours.databaseCpuMs }),
    memoryMb: ours.memoryBytes / megabyte,
    bareHeldPerSecond: bare.perSecond,
    bareP99Ms: bare.p99Ms,
    bareCpuMsPerRequest: bare.cpuMs,
    ...(bare.databaseCpuMs !== undefined && { bareDatabaseCpuMsPerRequest: bare.databaseCpuMs }),
    bareMemoryMb: bare.memoryBytes / megabyte,
    ratio: ours.perSecond / bare.perSecond,
    cpuRatio: ours.cpuMs / bare.cpuMs,
  }
}
