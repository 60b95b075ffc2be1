import { auditorLimits } from '@exempta/contract/binders/auditors'
import { dayMs, hourMs } from '@exempta/contract/durations'
import { z } from 'zod'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { systemCall } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import { defineJob } from '../../platform/jobs/define-job.ts'
import { handle, type JobHandler } from '../../platform/jobs/handle.ts'
import type { Services } from '../../platform/services.ts'
import { deleteEnded } from './auditors/queries.ts'
import { prepareBinderJob, publishBinder } from './binders.ts'
import { publishList } from './gaps/publish-list.ts'
import { prepareBinder } from './prepare-binder.ts'
import { deleteBinder, failStuck, listExpired, updateBinder } from './queries/binders.ts'
import { bindersWithEnded } from './queries/named-people.ts'
import { deleteSalesList, listExpiredLists } from './queries/sales-lists.ts'

const atOnce = 100
// Longer than all attempts of the job take.
const stuckMs = 4 * hourMs

/** Deletes old binders and ended access of auditors, and ends those that hold a certificate which its owner withdrew. */
export async function sweepBinders({ clock, database }: Services): Promise<void> {
  const at = clock.now()
  await database.transact(systemActor, async (tx) => {
    for (const { id, business_id } of await failStuck(tx, new Date(at.getTime() - stuckMs), at)) {
      publishBinder(tx, business_id, id)
    }
  })
  await inBatches(atOnce, (size) =>
    database.transact(systemActor, async (tx) => {
      const expired = await listExpired(tx, at, size)
      for (const { id, business_id } of expired) {
        await deleteBinder(tx, id)
        await recordAudit(tx, systemCall, { at, action: 'binder.expire', target: { kind: 'binder', id } })
        publishBinder(tx, business_id, id)
      }
      return expired.length
    }),
  )
  await inBatches(atOnce, (size) =>
    database.transact(systemActor, async (tx) => {
      const expired = await listExpiredLists(tx, at, size)
      for (const { id, business_id } of expired) {
        await deleteSalesList(tx, id)
        await recordAudit(tx, systemCall, {
          at,
          action: 'sales-list.expire',
          target: { kind: 'sales-list', id },
        })
        publishList(tx, business_id, id)
      }
      return expired.length
    }),
  )
  const endedBefore = new Date(at.getTime() - auditorLimits.endedKeptDays * dayMs)
  await database.transact(systemActor, (tx) => deleteEnded(tx, { endedBefore, now: at }))
  await inBatches(atOnce, (size) =>
    database.transact(systemActor, async (tx) => {
      const ended = await bindersWithEnded(tx, size)
      for (const { id, business_id } of ended) {
        await updateBinder(tx, id, { status: 'outdated', updated_at: at })
        publishBinder(tx, business_id, id)
      }
      return ended.length
    }),
  )
}

const sweepBindersJob = defineJob({
  name: 'sweep-binders',
  payload: z.object({}),
  singleton: 'both',
  cron: '41 * * * *',
})

export const binderJobHandlers = (services: Services): JobHandler[] => [
  handle(prepareBinderJob, ({ binderId }, job) => prepareBinder(services, binderId, job)),
  handle(sweepBindersJob, () => sweepBinders(services)),
]
