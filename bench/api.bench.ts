import { startPostgres } from '../scripts/postgres-cluster.ts'
import { makeKey } from '../server/test/api-keys.ts'
import { startBareList } from './api/bare-list.ts'
import type { Bench } from './bench.ts'
import { startFilledInbox } from './inbox/filled-inbox.ts'
import { measureInTurn } from './route/measure.ts'

const received = 10_000
const keys = 32

export const bench: Bench = {
  summary: 'GET /api/v1/documents by 32 keys at a time, against bare Fastify with the same query',
  async run() {
    const postgres = await startPostgres()
    process.env.TEST_DATABASE = 'postgres'
    process.env.TEST_POSTGRES_URL = postgres.url
    try {
      const { test, business, close } = await startFilledInbox(received)
      const authorizations: string[] = []
      for (let made = 0; made < keys; made++)
        authorizations.push(`Bearer ${(await makeKey(test, business)).key}`)
      const address = await test.app.listen({ port: 0, host: '127.0.0.1' })
      const bare = await startBareList(test.database.location.url ?? '', business.id)
      const targets = {
        bare: { url: bare.url },
        ours: { url: `${address}/api/v1/documents`, authorizations },
      }
      const together = await measureInTurn(targets, { rounds: 10, seconds: 2 })
      const alone = await measureInTurn(targets, { rounds: 3, seconds: 2, connections: 1 })
      await bare.stop()
      await close()
      return {
        figures: {
          bareRequestsPerSecond: together.perSecond('bare'),
          ourRequestsPerSecond: together.perSecond('ours'),
          ratio: together.ratio('ours', 'bare'),
          ratioOfOneCallAtATime: alone.ratio('ours', 'bare'),
        },
        limits: { ratio: { atLeast: 0.6 } },
      }
    } finally {
      await postgres.stop()
    }
  },
}
