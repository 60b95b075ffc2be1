import { handle, type JobHandler } from '../../../platform/jobs/handle.ts'
import type { Services } from '../../../platform/services.ts'
import { noteUptime, noteUptimeJob } from './uptime.ts'

export const uptimeJobHandlers = (services: Services): JobHandler[] => [
  handle(noteUptimeJob, () => noteUptime(services)),
]
