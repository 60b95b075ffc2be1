/** The baseline of the start benchmark: Fastify with one route and nothing else. */
import Fastify from 'fastify'

const app = Fastify()
app.get('/api/ready', () => ({ ok: true }))
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
