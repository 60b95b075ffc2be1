import { operator } from '@exempta/contract/access'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Jobs } from '../jobs/jobs.ts'

/** Prometheus figures at /metrics, for the holder of the operator's token. */
export const metrics = fp(async (app: FastifyInstance, { jobs }: { jobs: Pick<Jobs, 'depths'> }) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const answered = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'jobs',
    help: 'Jobs in each queue; those in dead-letter wait for an operator',
    labelNames: ['job', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      // The other figures are wanted most when the database is away.
      const depths = await jobs.depths().catch((error: unknown) => {
        app.log.warn({ err: error }, 'no figures of the job queue')
        return []
      })
      for (const { job, waiting, running } of depths) {
        this.set({ job, state: 'waiting' }, waiting)
        this.set({ job, state: 'running' }, running)
      }
    },
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    answered.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  app.get(
    '/metrics',
    { config: { access: operator, throttle: 'ordinary' }, schema: { hide: true } },
    async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()),
  )
})
