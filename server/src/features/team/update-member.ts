import type { MemberRole } from '@exempta/contract/businesses'
import type { TeamMember } from '@exempta/contract/team'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { refreshConnections } from '../../platform/realtime/dismiss-connections.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { refuseLastManager } from '../businesses/index.ts'
import { notify } from '../notifications/index.ts'
import { asMember } from './list-members.ts'
import { manageTeam } from './manage-team.ts'
import { updateRole } from './queries.ts'

export function updateMember(
  services: Services,
  call: Call,
  { id, role }: { id: string; role: MemberRole },
): Promise<TeamMember> {
  const at = services.clock.now()
  return manageTeam(services, call, id, async (tx, member, { businessId, businessName }) => {
    if (member.role === role) return asMember(member, personOf(call))
    if (role !== 'manager') await refuseLastManager(tx, member.user_id)
    await updateRole(tx, id, role, at)
    await recordAudit(tx, call, {
      at,
      action: 'member.update',
      target: { kind: 'person', id: member.user_id },
      details: { business: businessId, role },
    })
    await refreshConnections(tx, member.user_id)
    await publish(tx, `business:${businessId}`, 'changed', { topic: 'business', ids: [id] })
    await publish(tx, `person:${member.user_id}`, 'changed', { topic: 'account', ids: [member.user_id] })
    await notify(services, tx, {
      audience: { kind: 'person', id: member.user_id },
      type: 'businesses',
      title: 'Your role changed',
      message: `You are now a ${role} of ${businessName}.`,
      link: '/business/dashboard',
    })
    return asMember({ ...member, role }, personOf(call))
  })
}
