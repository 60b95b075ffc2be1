import type { JobHandler } from '../src/platform/jobs/handle.ts'

/**
 * The queues of the other jobs are there, and nobody looks into them: to look into all of them twice a second takes a
 * third of a core.
 */
export const runOnly = (names: readonly string[], handlers: readonly JobHandler[]): JobHandler[] =>
  handlers.map((handler) => {
    const { job } = handler
    return names.includes(job.name) ? handler : { ...handler, job: { ...job, concurrency: 0 } }
  })
