import { startPostgres } from '../scripts/development/postgres-cluster.ts'
import type { Bench } from './bench.ts'
import { percentile } from './list/take-turns.ts'
import { databaseCpuSeconds } from './load/database-cpu.ts'
import { type FilledProduct, startFilledProduct } from './load/filled-product.ts'
import { HelperProcess } from './load/helper-process.ts'
import { profileLoad } from './load/profile.ts'
import type { Measured, Step, Target, Usage } from './load/protocol.ts'
import { findHeldRate, judgeStep, p99LimitMs, type RateSeen } from './load/rising-rates.ts'

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
