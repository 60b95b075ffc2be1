import type { getUserDashboard } from '@exempta/contract/documents/dashboard'
import { documentLimits } from '@exempta/contract/documents/limits'
import type { RouteReturn } from '@exempta/contract/route'
import { states as allStates } from '@exempta/knowledge/states'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { countSharedDocuments, listRecipients, listRejections, recentRecipients } from '../sharing/index.ts'
import { countByStatus, countToCheck, countToConfirm, documentPage, listExpiring } from './queries/list.ts'
import { asDocument } from './read-documents.ts'

export async function getDashboard(
  services: Services,
  call: Call,
): Promise<RouteReturn<typeof getUserDashboard>> {
  const person = personOf(call)
  const now = services.clock.now()
  return services.database.transact(
    person,
    async (tx) => {
      const [rows, counts, toCheck, toConfirm, shared, rejected, expiring, recipients] = await Promise.all([
        documentPage(tx, person.id, {}, 'newest', undefined, documentLimits.dashboardRecentDocuments),
        countByStatus(tx, person.id),
        countToCheck(tx, person.id),
        countToConfirm(tx, person.id),
        countSharedDocuments(tx, person.id, now),
        listRejections(tx, person.id, documentLimits.dashboardRejections),
        listExpiring(tx, person.id, now, documentLimits.dashboardExpirations),
        recentRecipients(tx, person.id, documentLimits.dashboardRecentBusinesses),
      ])
      const ids = rows.map(({ id }) => id)
      const sharedWith = await listRecipients(tx, person.id, ids, now)
      return {
        counts: { ...counts, toCheck, toConfirm, shared, rejected: rejected.documents },
        rejected: rejected.rejections.map((one) => ({
          document: { id: one.document_id, name: one.document_name },
          shareId: one.share_id,
          business: one.business,
          reason: one.reason,
          rejectedAt: one.rejected_at.toISOString(),
          isCorrectionUnderWay: one.is_correction_under_way,
        })),
        expiring: expiring.map(({ id, name, states, ends_on }) => ({
          document: { id, name },
          places: states.map((code) => allStates.get(code)?.name ?? code),
          expiresOn: ends_on,
        })),
        recent: rows.map((row) => asDocument(row, sharedWith.get(row.id))),
        recentlySharedWith: recipients.map((recipient) => ({
          businessId: recipient.id,
          name: recipient.name,
          isVerified: recipient.verified,
          lastSharedAt: recipient.last_shared_at.toISOString(),
          documentCount: recipient.document_count,
        })),
      }
    },
    { readOnly: true },
  )
}
