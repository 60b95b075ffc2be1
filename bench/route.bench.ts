import { type Access, anyone, signedIn } from '@exempta/contract/access'
import { Person } from '@exempta/contract/people'
import { defineRoute } from '@exempta/contract/route'
import { startPostgres } from '../scripts/development/postgres-cluster.ts'
import { anonymousActor } from '../server/src/platform/db/actor.ts'
import type { Actor, Database, TransactionOptions } from '../server/src/platform/db/database.ts'
import { implement, registerRoute } from '../server/src/platform/http/implement.ts'
import { startTestApp } from '../server/test/app.ts'
import { createPerson, signInAs } from '../server/test/people.ts'
import type { Bench } from './bench.ts'
import { startBareServer } from './route/bare-server.ts'
import { measureInTurn } from './route/measure.ts'

const declare = (path: `/${string}`, access: Access) =>
  defineRoute({
    method: 'GET',
    path,
    summary: 'The own row, by the same query as the bare server',
    tag: 'Bench',
    access,
    response: Person,
  })
const asKnown = declare('/api/bench/as-known', anyone)
const asKnownToWrite = declare('/api/bench/as-known-to-write', anyone)
const signedInRoute = declare('/api/bench/signed-in', signedIn)

/** As every verb that only reads; a transaction that may write has its own figure. */
const readOnly: TransactionOptions = { readOnly: true }

export const bench: Bench = {
  summary:
    'a route through all hooks, a transaction and row-level security, against bare Fastify with one query',
  async run() {
    const postgres = await startPostgres()
    process.env.TEST_DATABASE = 'postgres'
    process.env.TEST_POSTGRES_URL = postgres.url
    try {
      const known: { actor: Actor } = { actor: anonymousActor }
      const test = await startTestApp({
        rateLimitPerMinute: 1_000_000_000,
        logLevel: 'silent',
        addRoutes(app, { database }) {
          registerRoute(
            app,
            implement(asKnown, () => selectOwnRow(database, known.actor, readOnly)),
          )
          registerRoute(
            app,
            implement(asKnownToWrite, () => selectOwnRow(database, known.actor, {})),
          )
          registerRoute(
            app,
            implement(signedInRoute, ({ call }) => selectOwnRow(database, call.actor, readOnly)),
          )
        },
      })
      const person = await createPerson(test)
      known.actor = { kind: 'person', id: person.id, role: person.role }
      const cookie = await signInAs(test, person)
      const address = await test.app.listen({ port: 0, host: '127.0.0.1' })
      const bare = await startBareServer(test.database.location.url ?? '', person.id)

      const measured = await measureInTurn(
        {
          bare: { url: bare.url },
          known: { url: `${address}${asKnown.path}` },
          toWrite: { url: `${address}${asKnownToWrite.path}` },
          signedIn: { url: `${address}${signedInRoute.path}`, cookies: [cookie] },
        },
        { rounds: 10, seconds: 2 },
      )
      await bare.stop()
      await test.close()
      return {
        figures: {
          bareRequestsPerSecond: measured.perSecond('bare'),
          knownActorRequestsPerSecond: measured.perSecond('known'),
          toWriteRequestsPerSecond: measured.perSecond('toWrite'),
          signedInRequestsPerSecond: measured.perSecond('signedIn'),
          ratio: measured.ratio('known', 'bare'),
          ratioOfTransactionToWrite: measured.ratio('toWrite', 'bare'),
          ratioWithSessionLookUp: measured.ratio('signedIn', 'bare'),
        },
        limits: { ratio: { atLeast: 0.5 } },
      }
    } finally {
      await postgres.stop()
    }
  },
}

function selectOwnRow(database: Database, actor: Actor, options: TransactionOptions): Promise<Person> {
  if (actor.kind !== 'person') throw new Error('Nobody is known yet')
  return database.transact(
    actor,
    (tx) =>
      tx
        .selectFrom('users')
        .select(['id', 'name', 'email', 'role'])
        .where('id', '=', actor.id)
        .executeTakeFirstOrThrow(),
    options,
  )
}
