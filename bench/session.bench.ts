import { startPostgres } from '../scripts/postgres-cluster.ts'
import { startTestApp } from '../server/test/app.ts'
import { createPerson, signInAs } from '../server/test/people.ts'
import type { Bench } from './bench.ts'
import { startBareServer } from './route/bare-server.ts'
import { measureInTurn } from './route/measure.ts'

export const bench: Bench = {
  summary: 'GET /api/session of a signed-in person, against bare Fastify with one query',
  async run() {
    const postgres = await startPostgres()
    process.env.TEST_DATABASE = 'postgres'
    process.env.TEST_POSTGRES_URL = postgres.url
    try {
      const test = await startTestApp({ rateLimitPerMinute: 1_000_000_000, logLevel: 'silent' })
      const person = await createPerson(test, 'business')
      const cookie = await signInAs(test, person)
      const address = await test.app.listen({ port: 0, host: '127.0.0.1' })
      const bare = await startBareServer(test.database.location.url ?? '', person.id)

      const measured = await measureInTurn(
        { bare: { url: bare.url }, ours: { url: `${address}/api/session`, cookie } },
        { rounds: 10, seconds: 2 },
      )
      await bare.stop()
      await test.close()
      return {
        figures: {
          bareRequestsPerSecond: measured.perSecond('bare'),
          ourRequestsPerSecond: measured.perSecond('ours'),
          ratio: measured.ratio('ours', 'bare'),
        },
        limits: { ratio: { atLeast: 0.6 } },
      }
    } finally {
      await postgres.stop()
    }
  },
}
