import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { listLiveOf } from './queries/share-rows.ts'
import { takenBack } from './revoke-shares.ts'
import { tellReceivers } from './tell-of-shares.ts'

/** Before a document goes: its shares go with it by their foreign key, and whoever could open it learns of it. */
export async function endSharesOfDocument(
  services: Services,
  tx: Transaction,
  documentId: string,
): Promise<void> {
  const shares = await listLiveOf(tx, documentId, services.clock.now())
  await tellReceivers(services, tx, shares, takenBack)
}
