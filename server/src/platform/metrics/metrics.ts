import { operator } from '@exempta/contract/access'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { fileReadings, jobRuns, refusals, statements } from '../measurements.ts'
import { type Observed, observeOnScrape } from './observe-on-scrape.ts'

/** Metrics that are counted as events happen; the returned function stops counting. */
function countMeasurements(registry: Registry): () => void {
  const registers = [registry]
  const refused = new Counter({
    name: 'refusals_total',
    help: 'Requests answered with a problem, and files refused, by code',
    labelNames: ['kind', 'code'],
    registers,
  })
  const asked = new Histogram({
    name: 'database_statement_seconds',
    help: 'Round trips to the database, without the wait for a session',
    labelNames: ['outcome'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 15],
    registers,
  })
  const ran = new Histogram({
    name: 'job_seconds',
    help: 'Job attempts by outcome; process-document handles uploaded documents',
    labelNames: ['job', 'outcome'],
    buckets: [0.01, 0.1, 0.5, 2, 10, 60, 600],
    registers,
  })
  const read = new Histogram({
    name: 'sandbox_file_seconds',
    help: 'Time files spend in the sandbox, including the wait for a slot, by result',
    labelNames: ['outcome'],
    buckets: [0.5, 1, 2, 5, 10, 30, 120, 600],
    registers,
  })
  const ends = [
    refusals.subscribe((labels) => refused.inc(labels)),
    statements.subscribe(({ isOk, ms }) => asked.observe({ outcome: isOk ? 'done' : 'failed' }, ms / 1000)),
    jobRuns.subscribe(({ ms, ...labels }) => ran.observe(labels, ms / 1000)),
    fileReadings.subscribe(({ ms, ...labels }) => read.observe(labels, ms / 1000)),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** Prometheus metrics at /metrics, for holders of the operator's token. */
export const metrics = fp(async (app: FastifyInstance, { services }: { services: Observed }) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  observeOnScrape(registry, services, app.log)
  const stop = countMeasurements(registry)
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
