import { hourMs } from '@exempta/contract/durations'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { systemCall } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { queueEmail } from '../../platform/email/queue-email.ts'
import type { JobContext } from '../../platform/jobs/handle.ts'
import type { PersonalData } from '../../platform/personal-data.ts'
import type { Services } from '../../platform/services.ts'
import { canBeEmailed } from '../accounts/index.ts'
import { accountDeletedEmail } from './emails.ts'
import { eraseAccountJob } from './erasure.ts'
import { deleteUser, isMarkedForErasure, listWaitingErasures } from './queries.ts'

/**
 * Erases feature by feature, then deletes the account and queues the receipt in one transaction. An
 * interrupted run starts over: the mark is deleted with the account, so nothing is skipped and nothing is
 * emailed twice.
 */
export async function eraseAccount(
  services: Services,
  { erasers, remains = [] }: Pick<PersonalData, 'erasers' | 'remains'>,
  personId: string,
  job: Pick<JobContext, 'signal' | 'completeWithin'>,
): Promise<void> {
  const { clock, database } = services
  if (!(await database.transact(systemActor, (tx) => isMarkedForErasure(tx, personId)))) return
  for (const erase of erasers) {
    job.signal.throwIfAborted()
    await erase(services, personId)
  }
  await database.transact(systemActor, async (tx) => {
    const kept: string[] = []
    for (const remaining of remains) kept.push(...(await remaining(tx, personId)))
    const email = await deleteUser(tx, personId)
    if (email === undefined) return
    await recordAudit(tx, systemCall, {
      at: clock.now(),
      action: 'account.erase',
      target: { kind: 'person', id: personId },
    })
    if (canBeEmailed(email))
      await queueEmail(services, tx, { to: email, template: accountDeletedEmail, data: { kept } })
    await job.completeWithin(tx)
  })
}

const overdueMs = hourMs

/** Restarts erasures whose job was given up, because no person is left who could ask again. */
export async function resumeErasures({ clock, database, jobs }: Services): Promise<void> {
  const askedBefore = new Date(clock.now().getTime() - overdueMs)
  await database.transact(systemActor, async (tx) => {
    for (const personId of await listWaitingErasures(tx, askedBefore)) {
      await jobs.enqueue(tx, eraseAccountJob, { personId }, { singletonKey: personId })
    }
  })
}
