import { z } from 'zod'
import { defineJob } from '../jobs/define-job.ts'
import { handle, type JobHandler } from '../jobs/handle.ts'
import type { Services } from '../services.ts'
import { pruneEvents } from './prune-events.ts'

const pruneLiveEvents = defineJob({
  name: 'prune-live-events',
  payload: z.object({}),
  singleton: 'both',
  cron: '29 * * * *',
})

export const liveJobHandlers = ({ database }: Pick<Services, 'database'>): JobHandler[] => [
  handle(pruneLiveEvents, async () => {
    await pruneEvents(database)
  }),
]
