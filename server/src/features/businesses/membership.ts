import type { BusinessStatus, MemberRole, MemberStatus } from '@exempta/contract/businesses'
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
  lockBusinessManagedBy,
  type NewBusiness,
} from './queries.ts'

/** How a person belongs to a business. */
export interface Member {
  businessId: string
  businessName: string
  businessStatus: BusinessStatus
  role: MemberRole
  status: MemberStatus
}

/** A pending member is outside the business. */
const mayUseBusiness = (member: Member | undefined): member is Member => member?.status === 'active'

const mayManageBusiness = (member: Member | undefined): member is Member =>
  mayUseBusiness(member) && member.role === 'manager'

/** Only an active business reviews what it received. */
const mayReview = (member: Member | undefined): member is Member =>
  mayManageBusiness(member) && member.businessStatus === 'active'

/** An inactive business keeps what it has and takes in nothing new. */
const mayInvite = (member: Member | undefined): member is Member =>
  mayManageBusiness(member) && member.businessStatus !== 'inactive'

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

/**
 * A business always has somebody who manages it: asked before a manager leaves, is demoted or suspended. Until
 * the transaction ends, nobody else can leave the same business.
 */
export async function refuseLastManager(tx: Transaction, personId: string): Promise<void> {
  const businessId = await lockBusinessManagedBy(tx, personId)
  if (!businessId || (await hasOtherManager(tx, businessId, personId))) return
  throw new AppError('last-of-its-kind', {
    text: 'This is the only manager of the business. Please name another manager first.',
  })
}

/** An active member from now on; whoever calls it leaves the audit row of why. */
export const addMember = (
  { clock }: Services,
  tx: Transaction,
  member: { businessId: string; userId: string; role: MemberRole },
): Promise<void> => insertMember(tx, member, clock.now())

/** A business with its first manager; unless told otherwise it waits to be activated. Answers its id. */
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
