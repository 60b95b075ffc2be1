import type { getBusinessDashboard } from '@exempta/contract/business-reports'
import { limits } from '@exempta/contract/limits'
import type { RouteReturn } from '@exempta/contract/route'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { requireMember } from '../businesses/index.ts'
import { firstMembers } from '../team/index.ts'
import { countReceived, findBusiness, listRecent } from './queries/dashboard.ts'

/** One query for each part of the page. */
export async function getDashboard(
  services: Services,
  call: Call,
): Promise<RouteReturn<typeof getBusinessDashboard>> {
  const person = personOf(call)
  return services.database.transact(
    person,
    async (tx) => {
      const { businessId } = await requireMember(tx, person)
      const { name, status, verified, active_users } = await findBusiness(tx, businessId)
      const counts = await countReceived(tx, businessId)
      const recent = await listRecent(tx, businessId, limits.dashboardRecentDocuments)
      return {
        business: { name, status, isVerified: verified },
        counts: { ...counts, activeUsers: active_users ?? 0 },
        recent: recent.map((row) => ({
          id: row.id,
          document: row.document_name,
          user: row.owner_name,
          status: row.status,
          receivedAt: row.shared_at.toISOString(),
        })),
        users: await firstMembers(tx, person, businessId, limits.dashboardTeamMembers),
      }
    },
    { readOnly: true },
  )
}
