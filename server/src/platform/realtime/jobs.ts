import { z } from 'zod'
import { systemActor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { defineJob } from '../jobs/define-job.ts'
import { handle, type JobHandler } from '../jobs/handle.ts'
import type { Services } from '../services.ts'
import { limits } from './limits.ts'
import { deleteOldEvents } from './queries.ts'

const timeoutMs = 5 * 60_000

/**
 * Deletes events that are too old to catch up with and returns how many. A client that is further behind gets a
 * reset.
 */
export function pruneEvents(
  database: Database,
  keep: { keptMs?: number; kept?: number } = {},
): Promise<number> {
  const { keptMs = limits.realtimeEventsKeptMs, kept = limits.realtimeEventsKept } = keep
  return database.transact(systemActor, (tx) => deleteOldEvents(tx, keptMs, kept), { timeoutMs })
}

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
