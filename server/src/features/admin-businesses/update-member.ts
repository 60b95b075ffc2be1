import type { BusinessMember } from '@exempta/contract/admin-businesses'
import type { MemberRole, MemberStatus } from '@exempta/contract/businesses'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { refreshConnections } from '../../platform/realtime/dismiss-connections.ts'
import type { Services } from '../../platform/services.ts'
import { refuseLastManager } from '../businesses/index.ts'
import { notify } from '../notifications/index.ts'
import { changeBusiness, tellOfBusiness } from './change-business.ts'
import { readMember } from './list-members.ts'
import { findMemberOf, saveMember } from './queries/members.ts'

type Change = { role: MemberRole } | { status: MemberStatus }

/** Counts with the next call: a pending member is outside the business. */
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
    })
    await refreshConnections(tx, member.user_id)
    await notify(services, tx, {
      audience: { kind: 'person', id: member.user_id },
      type: 'businesses',
      ...noticeOf(business.name, change),
      link: '/business/dashboard',
    })
    await tellOfBusiness(tx, businessId)
  })
  return readMember(services, personOf(call), { id: memberId })
}

function noticeOf(business: string, change: Change) {
  if ('role' in change) {
    return { title: 'Your role changed', message: `You are now a ${change.role} of ${business}.` }
  }
  return change.status === 'active'
    ? { title: 'Your access is open', message: `You can work for ${business} now.` }
    : { title: 'Your access waits', message: `An administrator paused your access to ${business}.` }
}
