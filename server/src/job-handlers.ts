import type { JobHandler } from './platform/jobs/handle.ts'
import type { Services } from './platform/services.ts'

/** Every job there is. A process without the worker role reads the list too: it makes the queues it sends to. */
export function jobHandlers(_services: Services): JobHandler[] {
  return []
}
