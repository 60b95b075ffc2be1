import type { MemberRole } from '@exempta/contract/businesses'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call, KeyActor, MemberActor, PersonActor } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import {
  findMember,
  hasOtherManager,
  insertBusiness,
  insertMember,
  isEmergencyManager,
  lockBusinessManagedBy,
  type Member,
  type NewBusiness,
} from './queries.ts'

/** A pending member is outside the business. */
const mayUseBusiness = (member: Member | undefined): member is Member => member?.status === 'active'

const mayManageBusiness = (member: Member | undefined): member is Member =>
  mayUseBusiness(member) && member.role === 'manager'

/** Only an active business can review what it received. */
const mayReview = (member: Member | undefined): member is Member =>
  mayManageBusiness(member) && member.businessStatus === 'active'

/** An inactive business keeps what it has but accepts nothing new. */
const mayInvite = (member: Member | undefined): member is Member =>
  mayManageBusiness(member) && member.businessStatus !== 'inactive'

/**
 * The caller's business and role in it, for reading what every member may see: that the membership is active was
 * checked when the call arrived, and the policies of the tables go by the same business.
 */
export function businessOf(actor: MemberActor): Pick<Member, 'businessId' | 'role'> {
  if (actor.kind === 'key') return memberOfKey(actor)
  const { businessId, memberRole } = actor
  if (businessId === undefined || memberRole === undefined) throw new AppError('not-allowed')
  return { businessId, role: memberRole }
}

/** Returns the caller's own membership or refuses the call. */
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
 * A key with the review scope has the rights of a manager on the few routes it can reach. The key and its
 * active business were checked when the call arrived, so they are not checked again.
 */
const memberOfKey = ({ businessId, businessName, canReview }: KeyActor): Member => ({
  businessId,
  businessName,
  businessStatus: 'active',
  role: canReview ? 'manager' : 'viewer',
  status: 'active',
})

/** For the records of customers: a manager, or a key with the scope for it. */
export async function requireCustomerEditor(tx: Transaction, actor: MemberActor): Promise<Member> {
  if (actor.kind !== 'key') return requireManager(tx, actor)
  if (!actor.canWriteCustomers) throw new AppError('not-allowed')
  return memberOfKey(actor)
}

/**
 * Call before a manager leaves or is demoted or suspended: a business must keep at least one, and the one who can log in
 * when its company account doesn't work. The lock stops other managers from leaving until the transaction ends.
 */
export async function refuseLastManager(tx: Transaction, personId: string): Promise<void> {
  const businessId = await lockBusinessManagedBy(tx, personId)
  if (!businessId) return
  if (await isEmergencyManager(tx, businessId, personId)) {
    throw new AppError('last-of-its-kind', {
      text: 'This is the emergency manager of the business’s single sign-on. Choose another one there first.',
    })
  }
  if (await hasOtherManager(tx, businessId, personId)) return
  throw new AppError('last-of-its-kind', {
    text: 'This is the only manager of the business. Make someone else a manager first.',
  })
}

/** Adds an active member; the caller writes the audit row. */
export const addMember = (
  { clock }: Services,
  tx: Transaction,
  member: { businessId: string; userId: string; role: MemberRole },
): Promise<void> => insertMember(tx, member, clock.now())

/** Creates a business with its first manager, waiting for activation by default, and returns its id. */
export async function createBusiness(
  services: Services,
  tx: Transaction,
  call: Call,
  input: NewBusiness & { managerId: string },
): Promise<string> {
  const at = services.clock.now()
  const businessId = await insertBusiness(tx, input, at)
  await insertMember(tx, { businessId, userId: input.managerId, role: 'manager' }, at)
  await recordAudit(tx, call, {
    at,
    action: 'business.create',
    target: { kind: 'business', id: businessId },
    details: { manager: input.managerId },
  })
  return businessId
}
