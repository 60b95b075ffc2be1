import { signedIn } from '@exempta/contract/access'
import { Person } from '@exempta/contract/people'
import { defineRoute } from '@exempta/contract/route'
import type { FastifyInstance } from 'fastify'
import { startPostgres } from '../scripts/postgres-cluster.ts'
import { implement, registerRoute } from '../server/src/platform/http/implement.ts'
import type { Services } from '../server/src/platform/services.ts'
import { startTestApp } from '../server/test/app.ts'
import { createPerson, signInAs } from '../server/test/people.ts'
import type { Bench } from './bench.ts'
import { startBareServer } from './route/bare-server.ts'
import { measureInTurn } from './route/measure.ts'

const getMe = defineRoute({
  method: 'GET',
  path: '/api/bench/me',
  summary: 'The own row, by the same query as the bare server',
  tag: 'Bench',
  access: signedIn,
  response: Person,
})

export const bench: Bench = {
  summary:
    'a signed-in route through session, hooks, transaction and row-level security, against bare Fastify',
  async run() {
    const postgres = await startPostgres()
    process.env.TEST_DATABASE = 'postgres'
    process.env.TEST_POSTGRES_URL = postgres.url
    try {
      const test = await startTestApp({
        rateLimitPerMinute: 1_000_000_000,
        addRoutes: addMe,
        logLevel: 'silent',
      })
      const person = await createPerson(test)
      const cookie = await signInAs(test, person)
      const address = await test.app.listen({ port: 0, host: '127.0.0.1' })
      const bare = await startBareServer(test.database.location.url ?? '', person.id)

      const perSecond = await measureInTurn(
        { bare: { url: bare.url }, ours: { url: `${address}/api/bench/me`, cookie } },
        { rounds: 5, seconds: 3 },
      )
      await bare.stop()
      await test.close()
      return {
        figures: {
          bareRequestsPerSecond: perSecond.bare,
          ourRequestsPerSecond: perSecond.ours,
          ratio: perSecond.ours / perSecond.bare,
        },
        limits: { ratio: { atLeast: 0.5 } },
      }
    } finally {
      await postgres.stop()
    }
  },
}

function addMe(app: FastifyInstance, services: Services) {
  registerRoute(
    app,
    implement(getMe, ({ call }) =>
      services.database.transact(call.actor, (tx) =>
        tx
          .selectFrom('users')
          .select(['id', 'name', 'email', 'role'])
          .where('id', '=', call.actor.kind === 'person' ? call.actor.id : '')
          .executeTakeFirstOrThrow(),
      ),
    ),
  )
}
