import { Counter, Histogram, type Registry } from 'prom-client'
import { fileReadings, jobRuns, refusals, statements } from './measurements.ts'

/** Figures that are counted as things happen; the returned function ends the counting. */
export function observeTold(registry: Registry): () => void {
  const registers = [registry]
  const refused = new Counter({
    name: 'refusals_total',
    help: 'Requests answered with a problem and files not taken, by code',
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
    help: 'Tries of jobs, by how they ended; process-document is the way of a document',
    labelNames: ['job', 'outcome'],
    buckets: [0.01, 0.1, 0.5, 2, 10, 60, 600],
    registers,
  })
  const read = new Histogram({
    name: 'sandbox_file_seconds',
    help: 'Files in the sandbox with their wait for a place, by verdict or trouble',
    labelNames: ['outcome'],
    buckets: [0.5, 1, 2, 5, 10, 30, 120, 600],
    registers,
  })
  const ends = [
    refusals.hear((labels) => refused.inc(labels)),
    statements.hear(({ isOk, ms }) => asked.observe({ outcome: isOk ? 'done' : 'failed' }, ms / 1000)),
    jobRuns.hear(({ ms, ...labels }) => ran.observe(labels, ms / 1000)),
    fileReadings.hear(({ ms, ...labels }) => read.observe(labels, ms / 1000)),
  ]
  return () => {
    for (const end of ends) end()
  }
}
