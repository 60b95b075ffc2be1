import { operator } from '@exempta/contract/access'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { type Observed, observeOnScrape } from './observe-on-scrape.ts'
import { observeTold } from './observe-told.ts'

/** Prometheus figures at /metrics, for the holder of the operator's token. */
export const metrics = fp(async (app: FastifyInstance, { services }: { services: Observed }) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  observeOnScrape(registry, services, app.log)
  const stop = observeTold(registry)
  app.addHook('onClose', async () => stop())
  const answered = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
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
