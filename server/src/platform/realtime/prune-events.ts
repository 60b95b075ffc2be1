import { limits } from '@exempta/contract/limits'
import { systemActor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import { deleteOldEvents } from './queries.ts'

const timeoutMs = 5 * 60_000

/** Forgets events nobody is likely to catch up with; answers how many. A reader further behind gets a reset. */
export function pruneEvents(
  database: Database,
  keep: { keptMs?: number; kept?: number } = {},
): Promise<number> {
  const { keptMs = limits.realtimeEventsKeptMs, kept = limits.realtimeEventsKept } = keep
  return database.transact(systemActor, (tx) => deleteOldEvents(tx, keptMs, kept), { timeoutMs })
}
