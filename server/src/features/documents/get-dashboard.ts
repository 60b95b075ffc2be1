import type { getUserDashboard } from '@exempta/contract/dashboard'
import { limits } from '@exempta/contract/limits'
import type { RouteReturn } from '@exempta/contract/route'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { asDocument } from './as-document.ts'
import { countByStatus } from './queries/count-by-status.ts'
import { documentPage } from './queries/list.ts'

/** One query for the counters, one for the newest documents. */
export async function getDashboard(
  services: Services,
  call: Call,
): Promise<RouteReturn<typeof getUserDashboard>> {
  const person = personOf(call)
  return services.database.transact(
    person,
    async (tx) => {
      const counts = await countByStatus(tx, person.id)
      const rows = await documentPage(tx, person.id, {}, 'newest', undefined, limits.dashboardRecentDocuments)
      return { counts, recent: rows.map((row) => asDocument(row)) }
    },
    { readOnly: true },
  )
}
