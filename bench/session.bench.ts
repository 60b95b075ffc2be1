import { startPostgres } from '../scripts/postgres-cluster.ts'
import { startTestApp } from '../server/test/app.ts'
import { createPerson, signInAs } from '../server/test/people.ts'
import type { Bench } from './bench.ts'
import { startBareServer } from './route/bare-server.ts'
import { measureInTurn } from './route/measure.ts'

export const bench: Bench = {
  summary: 'GET /api/session by 32 people at a time, against bare Fastify with one query',
  async run() {
    const postgres = await startPostgres()
    process.env.TEST_DATABASE = 'postgres'
    process.env.TEST_POSTGRES_URL = postgres.url
    try {
      const test = await startTestApp({ rateLimitPerMinute: 1_000_000_000, logLevel: 'silent' })
      const people = await Promise.all(Array.from({ length: 32 }, () => createPerson(test, 'business')))
      const cookies = await Promise.all(people.map((person) => signInAs(test, person)))
      const address = await test.app.listen({ port: 0, host: '127.0.0.1' })
      const bare = await startBareServer(test.database.location.url ?? '', people[0]?.id ?? '')

      const targets = { bare: { url: bare.url }, ours: { url: `${address}/api/session`, cookies } }
      const together = await measureInTurn(targets, { rounds: 10, seconds: 2 })
      const alone = await measureInTurn(targets, { rounds: 3, seconds: 2, connections: 1 })
      await bare.stop()
      await test.close()
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
