import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { recordWebhookEvents } from '../webhooks/index.ts'
import { listLiveOf, lockSharesOfDocument } from './queries/share-rows.ts'
import { takenBack } from './revoke-shares.ts'
import { tellReceivers } from './tell-of-shares.ts'

/** Before a document goes: its shares go with it by their foreign key, and whoever could open it learns of it. */
export async function endSharesOfDocument(
  services: Services,
  tx: Transaction,
  documentId: string,
): Promise<void> {
  await lockSharesOfDocument(tx, documentId)
  const shares = await listLiveOf(tx, documentId, services.clock.now())
  await recordWebhookEvents(services, tx, 'document.revoked', shares)
  await tellReceivers(services, tx, shares, takenBack)
}
