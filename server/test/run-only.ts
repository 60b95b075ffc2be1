import type { JobHandler } from '../src/platform/jobs/handle.ts'

/**
 * Runs only the named jobs. The queues of the others exist but are not polled, because polling all of them twice a
 * second takes a third of a core.
 */
export const runOnly = (names: readonly string[], handlers: readonly JobHandler[]): JobHandler[] =>
  handlers.map((handler) => {
    const { job } = handler
    return names.includes(job.name) ? handler : { ...handler, job: { ...job, concurrency: 0 } }
  })
