import type { MemberRole, MemberStatus } from '@exempta/contract/businesses'
import type { BusinessMember } from '@exempta/contract/businesses/administration'
import type { PageQuery } from '@exempta/contract/paging'
import { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, type PersonActor, personOf } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { defineKeyset } from '../../../platform/db/keyset.ts'
import { refreshConnections } from '../../../platform/realtime/dismiss-connections.ts'
import type { Services } from '../../../platform/services.ts'
import { createPerson } from '../../accounts/index.ts'
import { notify } from '../../notifications/index.ts'
import { withdrawInvitation } from '../invitations/invitations.ts'
import { addMember as joinTeam, refuseLastManager } from '../membership.ts'
import { changeBusiness, publishBusiness } from './businesses.ts'
import { findAdministeredBusiness } from './queries/businesses.ts'
import {
  findByAddress,
  findMember,
  findMemberOf,
  type MemberRow,
  memberPage,
  saveMember,
} from './queries/members.ts'

const lastAddedFirst = defineKeyset('members of a business', z.tuple([z.iso.datetime(), z.uuid()]))

export async function listMembers(
  { database }: Services,
  call: Call,
  { id, cursor, limit }: PageQuery & { id: string },
): Promise<{ items: BusinessMember[]; nextCursor: string | null }> {
  const before = lastAddedFirst.read(cursor)
  const rows = await database.transact(
    personOf(call),
    async (tx) => {
      if (!(await findAdministeredBusiness(tx, id))) throw new AppError('not-found')
      return memberPage(tx, id, before, limit + 1)
    },
    { readOnly: true },
  )
  const { items, nextCursor } = lastAddedFirst.page(rows, limit, (row) => [
    row.date_added.toISOString(),
    row.id,
  ])
  return { items: items.map(asMember), nextCursor }
}

async function readMember(
  { database }: Services,
  admin: PersonActor,
  which: { id: string } | { user_id: string },
): Promise<BusinessMember> {
  const row = await database.transact(admin, (tx) => findMember(tx, which), { readOnly: true })
  if (!row) throw new AppError('not-found')
  return asMember(row)
}

const asMember = (row: MemberRow): BusinessMember => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  email: row.email,
  role: row.role,
  status: row.status,
  accountStatus: row.account_status,
  addedAt: row.date_added.toISOString(),
  lastActiveAt: row.last_active?.toISOString() ?? null,
  version: row.version,
})

export interface NewMember {
  /** The id of the business. */
  id: string
  name: string
  email: string
  role: MemberRole
}

/**
 * Creates an account that is opened by an emailed link; a person who left another business keeps their
 * account.
 */
export async function addMember(
  services: Services,
  call: Call,
  { id: businessId, name, email, role }: NewMember,
): Promise<BusinessMember> {
  const userId = await changeBusiness(services, call, businessId, async (tx, business) => {
    const known = await findPersonWithoutBusiness(tx, businessId, email)
    const userId =
      known ??
      (await createPerson(services, tx, call, { name, email, role: 'business', business: business.name }))
    await joinTeam(services, tx, { businessId, userId, role })
    await withdrawInvitation(tx, { businessId, email })
    await recordAudit(tx, call, {
      at: services.clock.now(),
      action: 'member.create',
      target: { kind: 'person', id: userId },
      details: { business: businessId, role },
    })
    if (known) {
      refreshConnections(tx, known)
      await notify(services, tx, {
        audience: { kind: 'person', id: known },
        type: 'businesses',
        title: `You’ve been added to ${business.name}`,
        message: `An administrator added you to ${business.name} as a ${role}.`,
        link: '/business/dashboard',
      })
    }
    await publishBusiness(tx, businessId)
    return userId
  })
  return readMember(services, personOf(call), { user_id: userId })
}

/**
 * Returns the existing person without a business, or undefined if the address is unknown: one account has one
 * role and one business.
 */
async function findPersonWithoutBusiness(
  tx: Transaction,
  businessId: string,
  email: string,
): Promise<string | undefined> {
  const known = await findByAddress(tx, email)
  if (!known) return undefined
  if (known.business_id === businessId) {
    throw new AppError('conflict', { text: 'This person is already a member of this business.' })
  }
  const isFree = known.role === 'business' && known.status === 'active' && known.business_id === null
  if (!isFree) throw new AppError('cannot-be-invited')
  // Anyone can register with any address, so an account with an unconfirmed address may not belong to the
  // person meant.
  if (!known.email_verified_at) {
    throw new AppError('cannot-be-invited', {
      text: 'There’s already an account with this address, but its owner hasn’t confirmed the address yet. Ask them to confirm it first.',
    })
  }
  return known.id
}

type Change = { role: MemberRole } | { status: MemberStatus }

/** Takes effect with the next request: a pending member is outside the business. */
export async function updateMember(
  services: Services,
  call: Call,
  {
    id: businessId,
    memberId,
    version,
    ...change
  }: Change & { id: string; memberId: string; version: number },
): Promise<BusinessMember> {
  const at = services.clock.now()
  await changeBusiness(services, call, businessId, async (tx, business) => {
    const member = await findMemberOf(tx, businessId, memberId)
    if (!member) throw new AppError('not-found')
    if (member.version !== version) throw new AppError('conflict')
    const isSame = 'role' in change ? member.role === change.role : member.status === change.status
    if (isSame) return
    const isLess = 'role' in change ? change.role === 'viewer' : change.status === 'pending'
    if (isLess) await refuseLastManager(tx, member.user_id)
    await saveMember(tx, memberId, change, at)
    await recordAudit(tx, call, {
      at,
      action: 'member.update',
      target: { kind: 'person', id: member.user_id },
      details: { business: businessId, ...change },
      changes:
        'role' in change ? { role: [member.role, change.role] } : { status: [member.status, change.status] },
    })
    refreshConnections(tx, member.user_id)
    await notify(services, tx, {
      audience: { kind: 'person', id: member.user_id },
      type: 'businesses',
      ...noticeOf(business.name, change),
      link: '/business/dashboard',
    })
    await publishBusiness(tx, businessId)
  })
  return readMember(services, personOf(call), { id: memberId })
}

function noticeOf(business: string, change: Change) {
  if ('role' in change) {
    return {
      title: `Your role at ${business} changed`,
      message: `An administrator made you a ${change.role}.`,
    }
  }
  return change.status === 'active'
    ? {
        title: `You have access to ${business} again`,
        message: `An administrator restored your access to ${business}.`,
      }
    : {
        title: `Your access to ${business} is paused`,
        message: `An administrator paused your access to ${business}.`,
      }
}
