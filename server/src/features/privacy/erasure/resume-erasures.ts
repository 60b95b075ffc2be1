import { systemActor } from '../../../platform/db/actor.ts'
import type { Services } from '../../../platform/services.ts'
import { listWaitingErasures } from '../queries/erasures.ts'
import { eraseAccountJob } from './erase-account-job.ts'

const overdueMs = 60 * 60_000

/** Nobody is left to ask again for an erasure whose job was given up, so the product does. */
export async function resumeErasures({ clock, database, jobs }: Services): Promise<void> {
  const askedBefore = new Date(clock.now().getTime() - overdueMs)
  await database.transact(systemActor, async (tx) => {
    for (const personId of await listWaitingErasures(tx, askedBefore)) {
      await jobs.enqueue(tx, eraseAccountJob, { personId }, { singletonKey: personId })
    }
  })
}
