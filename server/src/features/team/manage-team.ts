import { AppError } from '../../platform/app-error.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { type Member, requireManager } from '../businesses/index.ts'
import { findMemberOf, lockTeam, type MemberRow } from './queries.ts'

/**
 * Work on one member of the caller's own team. The team is locked first, so that whoever lost the right a moment
 * ago is refused.
 */
export function manageTeam<T>(
  services: Services,
  call: Call,
  memberId: string,
  work: (tx: Transaction, member: MemberRow, manager: Member) => Promise<T>,
): Promise<T> {
  const person = personOf(call)
  return services.database.transact(systemActor, async (tx) => {
    const { businessId } = await requireManager(tx, person)
    await lockTeam(tx, businessId)
    const manager = await requireManager(tx, person)
    const member = await findMemberOf(tx, manager.businessId, memberId)
    if (!member) throw new AppError('not-found')
    return work(tx, member, manager)
  })
}
