import { AppError } from '../../platform/app-error.ts'
import type { PersonActor } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Member, mayInvite, mayManageBusiness, mayReview, mayUseBusiness } from './policy.ts'
import { findMember } from './queries.ts'

/** The caller's own membership, or a refusal. */
export const requireMember = (tx: Transaction, person: PersonActor): Promise<Member> =>
  requireAs(tx, person, mayUseBusiness)

export const requireManager = (tx: Transaction, person: PersonActor): Promise<Member> =>
  requireAs(tx, person, mayManageBusiness)

export const requireReviewer = (tx: Transaction, person: PersonActor): Promise<Member> =>
  requireAs(tx, person, mayReview)

export const requireInviter = (tx: Transaction, person: PersonActor): Promise<Member> =>
  requireAs(tx, person, mayInvite)

async function requireAs(
  tx: Transaction,
  person: PersonActor,
  may: (member: Member | undefined) => member is Member,
): Promise<Member> {
  const member = await findMember(tx, person.id)
  if (!may(member)) throw new AppError('not-allowed')
  return member
}
