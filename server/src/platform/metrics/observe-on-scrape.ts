import type { FastifyBaseLogger } from 'fastify'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { JobDepth } from '../jobs/queue-figures.ts'
import type { Services } from '../services.ts'

export interface Observed {
  jobs: Pick<Services['jobs'], 'depths'>
  database: Pick<Services['database'], 'poolStats'>
  live: Pick<Services['live'], 'socketCount'>
  sandbox: Pick<Services['sandbox'], 'figures' | 'condition'>
}

/** Metrics that are read on each scrape. Those of the queue are the same in every process. */
export function observeOnScrape(registry: Registry, services: Observed, log: FastifyBaseLogger): void {
  const registers = [registry]
  observeQueue(registry, services, log)
  new Gauge({
    name: 'live_sockets',
    help: 'Open WebSockets of this process',
    registers,
    collect() {
      this.set(services.live.socketCount)
    },
  })
  new Gauge({
    name: 'database_sessions',
    help: 'Database sessions of this process; “waiting” counts requests without a session',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(services.database.poolStats())) this.set({ state }, count)
    },
  })
  new Gauge({
    name: 'sandbox_files',
    help: 'Files being read and files waiting for a slot',
    labelNames: ['state'],
    registers,
    collect() {
      const { running, waiting } = services.sandbox.figures
      this.set({ state: 'running' }, running)
      this.set({ state: 'waiting' }, waiting)
    },
  })
  new Gauge({
    name: 'sandbox_missing_protections',
    help: 'Sandbox protections that this system doesn’t offer',
    registers,
    collect() {
      this.set(services.sandbox.condition.protections.filter(({ isActive }) => !isActive).length)
    },
  })
  new Counter({
    name: 'sandbox_restarts_total',
    help: 'Processes that crashed or were stopped for exceeding a limit',
    registers,
    collect() {
      this.reset()
      this.inc(services.sandbox.condition.restarts)
    },
  })
}

function observeQueue(registry: Registry, { jobs }: Observed, log: FastifyBaseLogger): void {
  let asked: Promise<JobDepth[]> | undefined
  // Both gauges are read at the same time and share one query. If it fails, the other metrics are needed most.
  const depths = () => {
    asked ??= jobs
      .depths()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'no figures of the job queue')
        return []
      })
      .finally(() => {
        asked = undefined
      })
    return asked
  }
  new Gauge({
    name: 'jobs',
    help: 'Jobs in each queue; those in dead-letter wait for an operator',
    labelNames: ['job', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { job, waiting, running } of await depths()) {
        this.set({ job, state: 'waiting' }, waiting)
        this.set({ job, state: 'running' }, running)
      }
    },
  })
  new Gauge({
    name: 'job_oldest_waiting_seconds',
    help: 'How long the oldest job that could run has waited',
    labelNames: ['job'],
    registers: [registry],
    async collect() {
      this.reset()
      for (const { job, oldestWaitingMs } of await depths()) this.set({ job }, (oldestWaitingMs ?? 0) / 1000)
    },
  })
}
