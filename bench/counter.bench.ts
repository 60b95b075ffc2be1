import Fastify from 'fastify'
import pg from 'pg'
import { startPostgres } from '../scripts/development/postgres-cluster.ts'
import { signInAs } from '../server/test/people.ts'
import { type Bench, percentile, takeTurns } from './bench.ts'
import { startFilledCounter } from './counter/filled-counter.ts'
import { measureInTurn } from './route/measure.ts'

const registers = 32

export const bench: Bench = {
  summary: 'The counter with 1,000 and 1,000,000 certificates, against bare Fastify with one indexed look-up',
  async run(print, flags) {
    // `--most=100000` for a quicker look.
    const most = Number(
      flags.find((flag) => flag.startsWith('--most='))?.slice('--most='.length) ?? 1_000_000,
    )
    const certificates = { small: 1_000, large: most }
    const postgres = await startPostgres()
    process.env.TEST_DATABASE = 'postgres'
    process.env.TEST_POSTGRES_URL = postgres.url
    try {
      const small = await startFilledCounter(certificates.small)
      const large = await startFilledCounter(certificates.large)
      print(`  ${certificates.small} and ${certificates.large} certificates`)
      const apps = { small, large }
      type App = typeof small
      const searchOf = ({ customer }: App) =>
        `/api/coverage/customers?search=${customer.name.split(' ')[0]?.toLowerCase()}`
      const checkOf = ({ customer }: App) => `/api/coverage/customers/${customer.id}?state=NY`
      const asked = (app: App) => ({ customer: { id: app.customer.id }, state: 'NY', record: false })
      const calls = {
        search: (app: App) => app.call({ method: 'GET', url: searchOf(app) }),
        commonWord: (app: App) => app.call({ method: 'GET', url: '/api/coverage/customers?search=school' }),
        check: (app: App) => app.call({ method: 'GET', url: checkOf(app) }),
        api: (app: App) =>
          app.call({ method: 'POST', url: '/api/v1/coverage', payload: asked(app), isKey: true }),
      }
      const figures: Record<string, number> = {}
      const all = { small: [] as number[], large: [] as number[] }
      for (const [name, call] of Object.entries(calls)) {
        const times = await takeTurns(apps, call)
        all.small.push(...times.small)
        all.large.push(...times.large)
        figures[`${name}P95Ms`] = percentile(times.large, 95)
        figures[`${name}Growth`] = percentile(times.large, 50) / percentile(times.small, 50)
      }
      figures.growth = percentile(all.large, 50) / percentile(all.small, 50)

      const cookies: string[] = []
      for (let made = 0; made < registers; made++) {
        cookies.push(await signInAs(large.test, large.business.manager))
      }
      const address = await large.test.app.listen({ port: 0, host: '127.0.0.1' })
      const bare = await startBareCounter(large.test.database.location.url ?? '', large.customer.share_id)
      const measured = await measureInTurn(
        {
          bare: { url: bare.url },
          search: { url: address + searchOf(large), cookies },
          check: { url: address + checkOf(large), cookies },
        },
        { rounds: 5, seconds: 2 },
      )
      await bare.stop()
      await small.close()
      await large.close()
      return {
        figures: {
          ...figures,
          bareRequestsPerSecond: measured.perSecond('bare'),
          searchRatio: measured.ratio('search', 'bare'),
          checkRatio: measured.ratio('check', 'bare'),
        },
        limits: {
          growth: { atMost: 1.2 },
          searchRatio: { atLeast: 0.5 },
          checkRatio: { atLeast: 0.5 },
        },
      }
    } finally {
      await postgres.stop()
    }
  },
}

/** The least a server can do for an answer: one prepared look-up by an index on a pool; no session, no hook, no rule. */
async function startBareCounter(databaseUrl: string, shareId: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  const app = Fastify()
  app.get('/covered', async () => {
    const { rows } = await pool.query({
      name: 'covered',
      text: 'select share_id, state, customer_name, verdict, ends_on from coverage_index where share_id = $1 and state = $2',
      values: [shareId, 'NY'],
    })
    return rows[0]
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url: `${url}/covered`,
    async stop() {
      await app.close()
      await pool.end()
    },
  }
}
