import Fastify from 'fastify'
import pg from 'pg'

/** The least a server can do for an answer: one prepared look-up by an index on a pool; no session, no hook, no rule. */
export async function startBareCounter(databaseUrl: string, shareId: string) {
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
