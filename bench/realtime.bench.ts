import pg from 'pg'
import { startPostgres } from '../scripts/postgres-cluster.ts'
import type { Bench } from './bench.ts'
import { HelperProcess } from './realtime/helper-process.ts'
import type { Arrival, Seat, Written } from './realtime/protocol.ts'
import { median, percentile } from './realtime/statistics.ts'

const sockets = 1000
const rounds = 5

/** One recipient per message, as for a notification, and one message for everyone, as for an announcement. */
const loads = {
  toOne: { perSecond: 100, count: 200, subscribers: 1 },
  toAll: { perSecond: 4, count: 12, subscribers: sockets },
}
type Load = keyof typeof loads
type Round = { latencyMs: number; writeMs: number; lost: number }

interface Side {
  server: HelperProcess
  seats: Seat[]
  rounds: Record<Load, Round[]>
}

export const bench: Bench = {
  summary: `${sockets} sockets, from commit to receiver, against a bare ws server with one insert and NOTIFY`,
  async run(print) {
    const postgres = await startPostgres({ settings: { track_commit_timestamp: 'on' } })
    const helpers: HelperProcess[] = []
    const startHelper = (file: string, environment = {}) => {
      const helper = new HelperProcess(file, environment)
      helpers.push(helper)
      return helper
    }
    try {
      const clients = startHelper('./clients.ts')
      const bareUrl = await createDatabase(postgres.url, 'bare')
      const bare = await seat(clients, startHelper('./bare-server.ts', { BENCH_POSTGRES_URL: bareUrl }))
      const product = await seat(
        clients,
        startHelper('./product-server.ts', { TEST_DATABASE: 'postgres', TEST_POSTGRES_URL: postgres.url }),
      )
      // The first round warms both up; the sides take turns, so that a busy machine is busy for both.
      for (let round = 0; round <= rounds; round++) {
        for (const load of Object.keys(loads) as Load[]) {
          for (const side of [bare, product]) {
            const result = await measure(clients, side, load)
            if (round > 0) side.rounds[load].push(result)
          }
        }
      }
      return judge(bare, product, print)
    } finally {
      for (const helper of helpers) await helper.end()
      await postgres.stop()
    }
  },
}

async function createDatabase(url: string, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}

async function seat(clients: HelperProcess, server: HelperProcess): Promise<Side> {
  const place = await server.ask<{ url: string; seats: Seat[] }>({ seats: sockets })
  await clients.ask(place)
  return { server, seats: place.seats, rounds: { toOne: [], toAll: [] } }
}

async function measure(clients: HelperProcess, side: Side, load: Load): Promise<Round> {
  const { perSecond, count, subscribers: receivers } = loads[load]
  const streams = side.seats.map((one) => one.streams[load === 'toOne' ? 1 : 0] ?? '')
  const { commits, writeMs } = await side.server.ask<Written>({ streams, perSecond, count })
  const arrivals = await clients.ask<Arrival[]>({ expected: count * receivers })
  const committedAt = new Map(commits.map(({ stream, seq, atMs }) => [`${stream} ${seq}`, atMs]))
  const latencies = arrivals.flatMap(({ stream, seq, atMs }) => {
    const commitMs = committedAt.get(`${stream} ${seq}`)
    return commitMs === undefined ? [] : [atMs - commitMs]
  })
  return {
    latencyMs: percentile(latencies, 95),
    writeMs: percentile(writeMs, 95),
    lost: commits.length * receivers - latencies.length + (count - commits.length),
  }
}

function judge(bare: Side, product: Side, print: (line: string) => void) {
  const figures: Record<string, number> = { sockets }
  for (const load of Object.keys(loads) as Load[]) {
    const [ours, theirs] = [product.rounds[load], bare.rounds[load]]
    print(`${load}: p95 in ms of each round, bare ${list(theirs)}; product ${list(ours)}`)
    figures[`${load}BareP95Ms`] = median(theirs.map((round) => round.latencyMs))
    figures[`${load}P95Ms`] = median(ours.map((round) => round.latencyMs))
    figures[`${load}WriteRatio`] =
      median(ours.map((round) => round.writeMs)) / median(theirs.map((round) => round.writeMs))
    figures[`${load}Ratio`] = (figures[`${load}P95Ms`] ?? NaN) / (figures[`${load}BareP95Ms`] ?? NaN)
  }
  const all = [bare, product].flatMap((side) => Object.values(side.rounds).flat())
  figures.lost = all.reduce((sum, round) => sum + Math.abs(round.lost), 0)
  return { figures, limits: { toOneRatio: { atMost: 2 }, toAllRatio: { atMost: 2 }, lost: { atMost: 0 } } }
}

const list = (results: Round[]) => results.map(({ latencyMs }) => latencyMs.toFixed(1)).join(' ')
