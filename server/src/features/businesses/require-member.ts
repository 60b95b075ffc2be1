import { AppError } from '../../platform/app-error.ts'
import type { KeyActor, MemberActor, PersonActor } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Member, mayInvite, mayManageBusiness, mayReview, mayUseBusiness } from './policy.ts'
import { findMember } from './queries.ts'

/** The caller's own membership, or a refusal. */
export const requireMember = (tx: Transaction, actor: MemberActor): Promise<Member> =>
  requireAs(tx, actor, mayUseBusiness)

export const requireManager = (tx: Transaction, actor: MemberActor): Promise<Member> =>
  requireAs(tx, actor, mayManageBusiness)

export const requireReviewer = (tx: Transaction, actor: MemberActor): Promise<Member> =>
  requireAs(tx, actor, mayReview)

export const requireInviter = (tx: Transaction, actor: PersonActor): Promise<Member> =>
  requireAs(tx, actor, mayInvite)

async function requireAs(
  tx: Transaction,
  actor: MemberActor,
  may: (member: Member | undefined) => member is Member,
): Promise<Member> {
  const member = actor.kind === 'key' ? memberOfKey(actor) : await findMember(tx, actor.id)
  if (!may(member)) throw new AppError('not-allowed')
  return member
}

/**
 * A key that may review does what a manager may; the routes that it can reach are few. That it counts, and that its
 * business is active, was asked when this call came in: a second question would answer the same.
 */
const memberOfKey = ({ businessId, businessName, canReview }: KeyActor): Member => ({
  businessId,
  businessName,
  businessStatus: 'active',
  role: canReview ? 'manager' : 'viewer',
  status: 'active',
})
