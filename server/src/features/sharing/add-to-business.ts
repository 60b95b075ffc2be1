import type { Call } from '../../platform/call.ts'
import { personOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import { lockSharesOf, upsertShares } from './queries/share-rows.ts'
import { applyShareChange } from './share-events.ts'

/**
 * Gives a business a document that it added by itself, or that was emailed to it; the call is of the account that owns
 * such documents. If nobody sent anything, nobody is notified: not the team, and not the systems of the business, as of
 * documents that arrive.
 */
export async function addToBusiness(
  services: Services,
  tx: Transaction,
  call: Call,
  { documentId, businessId, isEmailed }: { documentId: string; businessId: string; isEmailed: boolean },
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
    webhook: isEmailed ? 'document.received' : null,
    businessNotice: isEmailed
      ? ({ documents }) => ({
          title: `A customer emailed ${documents}`,
          message: 'The document is waiting for review.',
          kind: 'received',
          about: 'By email',
        })
      : null,
    ownerNotice: null,
  })
}
