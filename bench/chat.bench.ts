import pg from 'pg'
import { startPostgres } from '../scripts/postgres-cluster.ts'
import type { Bench } from './bench.ts'
import type { ChatPlace, Delivered } from './chat/chat-protocol.ts'
import { HelperProcess } from './realtime/helper-process.ts'
import { median, percentile } from './realtime/statistics.ts'

const sockets = 1000
const rounds = 5
const load = { perSecond: 50, count: 250 }

interface Side {
  url: string
  p95Ms: number[]
  lost: number
  doubled: number
}

export const bench: Bench = {
  summary: `${sockets} open sockets, from one tab of a chat to the other, against a bare ws server with one insert and NOTIFY`,
  async run(print) {
    const postgres = await startPostgres()
    const helpers: HelperProcess[] = []
    const startHelper = (file: string, environment = {}) => {
      const helper = new HelperProcess(file, environment)
      helpers.push(helper)
      return helper
    }
    try {
      const clients = startHelper('../chat/chat-clients.ts')
      const bareUrl = await createDatabase(postgres.url, 'bare')
      const bare = await seat(
        clients,
        startHelper('../chat/bare-chat-server.ts', { BENCH_POSTGRES_URL: bareUrl }),
      )
      const product = await seat(
        clients,
        startHelper('../chat/product-chat-server.ts', {
          TEST_DATABASE: 'postgres',
          TEST_POSTGRES_URL: postgres.url,
        }),
      )
      // The first round warms both up; the sides take turns, so that a busy machine is busy for both.
      for (let round = 0; round <= rounds; round++) {
        for (const side of [bare, product]) {
          const { latenciesMs, lost, doubled } = await clients.ask<Delivered>({ to: side.url, ...load })
          side.lost += lost
          side.doubled += doubled
          if (round > 0) side.p95Ms.push(percentile(latenciesMs, 95))
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

/** Two tabs for each chat. */
async function seat(clients: HelperProcess, server: HelperProcess): Promise<Side> {
  const place = await server.ask<ChatPlace>({ seats: sockets / 2 })
  await clients.ask(place)
  return { url: place.socketUrl, p95Ms: [], lost: 0, doubled: 0 }
}

function judge(bare: Side, product: Side, print: (line: string) => void) {
  const list = (values: number[]) => values.map((value) => value.toFixed(1)).join(' ')
  print(`p95 in ms of each round, bare ${list(bare.p95Ms)}; product ${list(product.p95Ms)}`)
  const [bareP95Ms, p95Ms] = [median(bare.p95Ms), median(product.p95Ms)]
  return {
    figures: {
      sockets,
      bareP95Ms,
      p95Ms,
      aboveBareMs: p95Ms - bareP95Ms,
      lost: bare.lost + product.lost,
      doubled: product.doubled,
    },
    limits: { aboveBareMs: { atMost: 5 }, lost: { atMost: 0 }, doubled: { atMost: 0 } },
  }
}
