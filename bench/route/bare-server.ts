import Fastify from 'fastify'
import pg from 'pg'

/** The least a server can do for the same answer: one prepared query on a pool, no hook, no check. */
export async function startBareServer(databaseUrl: string, userId: string) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  // `end` resolves before the last connection has closed, and that one may learn that its database was dropped.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const app = Fastify()
  app.get('/me', async () => {
    const { rows } = await pool.query({
      name: 'me',
      text: 'select id, name, email, role from users where id = $1',
      values: [userId],
    })
    return rows[0]
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url: `${url}/me`,
    async stop() {
      await app.close()
      await pool.end()
    },
  }
}
