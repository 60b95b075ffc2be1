import { systemCall } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { recordWebhookEvents } from '../webhooks/index.ts'
import { listLiveOf, lockSharesOfDocument, returnVerified } from './queries/share-rows.ts'
import { recordActs } from './record-acts.ts'
import { tellOwners, tellReceivers } from './tell-of-shares.ts'

/** A new version reaches every receiver; whoever verified the old one has to look again. */
export async function returnShares(services: Services, tx: Transaction, documentId: string): Promise<void> {
  const at = services.clock.now()
  await lockSharesOfDocument(tx, documentId)
  const returned = await returnVerified(tx, documentId, at)
  await recordActs(tx, systemCall, returned, { act: 'returned', at })
  const live = await listLiveOf(tx, documentId, at)
  await recordWebhookEvents(services, tx, 'document.updated', live)
  const isReturned = new Set(returned.map(({ id }) => id))
  await tellReceivers(services, tx, returned, () => ({
    title: 'Document changed',
    message: 'The owner hid more on a document that you verified. It waits for your review again.',
    alsoByMail: true,
  }))
  await tellReceivers(
    services,
    tx,
    live.filter(({ id }) => !isReturned.has(id)),
  )
  await tellOwners(tx, returned)
}
