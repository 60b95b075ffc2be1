import type { MemberRole } from '@exempta/contract/businesses'
import type { TeamMember } from '@exempta/contract/businesses/team'
import type { PageQuery } from '@exempta/contract/paging'
import { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, type MemberActor, memberOf, type PersonActor, personOf } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { defineKeyset } from '../../../platform/db/keyset.ts'
import { publicLink } from '../../../platform/email/links.ts'
import { queueEmail } from '../../../platform/email/queue-email.ts'
import { refreshConnections } from '../../../platform/realtime/dismiss-connections.ts'
import { publish } from '../../../platform/realtime/publish.ts'
import type { Services } from '../../../platform/services.ts'
import { notificationEmail, notify } from '../../notifications/index.ts'
import { refuseLastManager, requireManager, requireMember } from '../membership.ts'
import type { Member } from '../queries.ts'
import { lockBusiness } from '../queries.ts'
import { deleteMember, findMemberOf, type MemberRow, memberPage, updateRole } from './queries.ts'

const lastAddedFirst = defineKeyset('team', z.tuple([z.iso.datetime(), z.uuid()]))

export async function listMembers(services: Services, call: Call, { cursor, limit }: PageQuery) {
  const member = memberOf(call)
  const before = lastAddedFirst.read(cursor)
  const rows = await services.database.transact(
    member,
    async (tx) => memberPage(tx, (await requireMember(tx, member)).businessId, before, limit + 1),
    { readOnly: true },
  )
  const { items, nextCursor } = lastAddedFirst.page(rows, limit, (row) => [
    row.date_added.toISOString(),
    row.id,
  ])
  return { items: items.map((row) => asMember(row, member)), nextCursor }
}

const asMember = (row: MemberRow, asker: MemberActor): TeamMember => ({
  id: row.id,
  personId: row.user_id,
  name: row.name,
  email: row.email,
  role: row.role,
  status: row.status,
  addedAt: row.date_added.toISOString(),
  lastActiveAt: row.last_active?.toISOString() ?? null,
  isSelf: row.user_id === asker.id,
})

/**
 * Runs work on one member of the caller's own team. The team is locked first, so that a caller who has just
 * lost the right is refused.
 */
function manageTeam<T>(
  services: Services,
  call: Call,
  memberId: string,
  work: (tx: Transaction, member: MemberRow, manager: Member) => Promise<T>,
): Promise<T> {
  const person = personOf(call)
  return services.database.transact(systemActor, async (tx) => {
    const { businessId } = await requireManager(tx, person)
    await lockBusiness(tx, businessId)
    const manager = await requireManager(tx, person)
    const member = await findMemberOf(tx, manager.businessId, memberId)
    if (!member) throw new AppError('not-found')
    return work(tx, member, manager)
  })
}

export function updateMember(
  services: Services,
  call: Call,
  { id, role }: { id: string; role: MemberRole },
): Promise<TeamMember> {
  return manageTeam(services, call, id, async (tx, member, { businessId, businessName }) => {
    if (member.role === role) return asMember(member, personOf(call))
    if (role !== 'manager') await refuseLastManager(tx, member.user_id)
    await changeRole(
      services,
      tx,
      call,
      { ...member, business: { id: businessId, name: businessName } },
      role,
    )
    return asMember({ ...member, role }, personOf(call))
  })
}

/** The caller checks who may change it and that a manager is left. */
export async function changeRole(
  services: Services,
  tx: Transaction,
  call: Call,
  member: Pick<MemberRow, 'id' | 'user_id' | 'role'> & { business: { id: string; name: string } },
  role: MemberRole,
): Promise<void> {
  const { id, user_id: personId, business } = member
  const at = services.clock.now()
  await updateRole(tx, id, role, at)
  await recordAudit(tx, call, {
    at,
    action: 'member.update',
    target: { kind: 'person', id: personId },
    details: { business: business.id, role },
    changes: { role: [member.role, role] },
  })
  refreshConnections(tx, personId)
  publish(tx, `business:${business.id}`, 'changed', { topic: 'business', ids: [id] })
  publish(tx, `person:${personId}`, 'changed', { topic: 'account', ids: [personId] })
  await notify(services, tx, {
    audience: { kind: 'person', id: personId },
    type: 'businesses',
    title: `Your role at ${business.name} changed`,
    message: `You’re now a ${role}.`,
    link: '/business/dashboard',
  })
}

/** Once this commits, the person sees nothing of the business on any device. */
export function removeMember(services: Services, call: Call, id: string): Promise<void> {
  const at = services.clock.now()
  return manageTeam(services, call, id, async (tx, member, { businessId, businessName }) => {
    await refuseLastManager(tx, member.user_id)
    await deleteMember(tx, id)
    await recordAudit(tx, call, {
      at,
      action: 'member.remove',
      target: { kind: 'person', id: member.user_id },
      details: { business: businessId, role: member.role },
    })
    const data = {
      title: `You no longer have access to ${businessName}`,
      text: `You were removed from the ${businessName} team on Exempta. You still have your account, and other businesses can invite you.`,
      link: publicLink(services.publicUrl, '/dashboard'),
    }
    const to = { id: member.user_id, email: member.email }
    await queueEmail(services, tx, { to, template: notificationEmail, data })
    // The person stays logged in and sees on every open page that they no longer have access.
    refreshConnections(tx, member.user_id)
    publish(tx, `person:${member.user_id}`, 'changed', { topic: 'account', ids: [member.user_id] })
    publish(tx, `business:${businessId}`, 'changed', { topic: 'business', ids: [id] })
  })
}

/** The most recently added members of the caller's team, for dashboards. */
export async function firstMembers(
  tx: Transaction,
  person: PersonActor,
  businessId: string,
  limit: number,
): Promise<TeamMember[]> {
  const rows = await memberPage(tx, businessId, undefined, limit)
  return rows.map((row) => asMember(row, person))
}
