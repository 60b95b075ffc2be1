import type { Call } from '../../platform/call.ts'
import { personOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import { lockSharesOf, upsertShares } from './queries/share-rows.ts'
import { applyShareChange } from './share-events.ts'

/**
 * Gives a business a document that it added by itself; the call is of the account that owns such documents. Nobody sent
 * anything, so nobody is notified: not the team, and not the systems of the business, as of documents that arrive.
 */
export async function addToBusiness(
  services: Services,
  tx: Transaction,
  call: Call,
  { documentId, businessId }: { documentId: string; businessId: string },
): Promise<void> {
  const owner = personOf(call)
  const at = services.clock.now()
  await lockSharesOf(tx, owner.id)
  const share = { id: timeOrderedId(at), documentId, recipient: businessId }
  const terms = {
    message: null,
    expiresAt: null,
    canDownload: true,
    hasWatermark: false,
    notifiesOnFirstView: false,
  }
  const added = await upsertShares(tx, owner.id, 'business', [share], terms, at)
  await applyShareChange(services, tx, call, added, {
    at,
    act: () => 'shared',
    webhook: null,
    businessNotice: null,
    ownerNotice: null,
  })
}
