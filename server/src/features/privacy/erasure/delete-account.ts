import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Services } from '../../../platform/services.ts'
import { closeAccess, confirmPassword, holdConfirmed, refuseLastAdministrator } from '../../accounts/index.ts'
import { refuseLastManager } from '../../businesses/index.ts'
import { revokeSharesOf } from '../../shares/index.ts'
import { markForErasure } from '../queries/erasures.ts'
import { eraseAccountJob } from './erase-account-job.ts'

/** The account is closed at once, with all sessions and links; a job then erases what belongs to it. */
export async function deleteAccount(services: Services, call: Call, password: string): Promise<void> {
  const { id } = personOf(call)
  const confirmed = await confirmPassword(services, call, password)
  const at = services.clock.now()
  await services.database.transact(systemActor, async (tx) => {
    if (!(await holdConfirmed(tx, confirmed))) throw new AppError('wrong-password')
    await refuseLastAdministrator(tx, id)
    await refuseLastManager(tx, id)
    await markForErasure(tx, id, at)
    await services.jobs.enqueue(tx, eraseAccountJob, { personId: id }, { singletonKey: id })
    await recordAudit(tx, call, { at, action: 'account.delete', target: { kind: 'person', id } })
    await revokeSharesOf(services, tx, call, id)
    await closeAccess(tx, id)
  })
}
