import { AppError } from '../../platform/app-error.ts'
import { type Call, personOf, systemCall } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { recordWebhookEvents } from '../api/index.ts'
import { notify } from '../notifications/index.ts'
import {
  countOwn,
  listLiveOf,
  lockSharesOf,
  lockSharesOfDocument,
  returnVerified,
  revokeLive,
  revokeLiveWith,
  type ShareKey,
} from './queries/share-rows.ts'
import { notifyRecipients, publishToOwners, recordActs } from './share-events.ts'

/** Takes effect when the transaction commits, because every opening checks the share again. */
export async function revokeShares(services: Services, call: Call, ids: readonly string[]): Promise<number> {
  const owner = personOf(call)
  const wanted = [...new Set(ids)]
  return services.database.transact(owner, async (tx) => {
    if ((await countOwn(tx, owner.id, wanted)) < wanted.length) throw new AppError('not-found')
    await lockSharesOf(tx, owner.id)
    return endShares(services, tx, call, await revokeLive(tx, owner.id, wanted, services.clock.now()))
  })
}

/** Revokes all shares of an account that is being closed. */
export async function revokeSharesOf(
  services: Services,
  tx: Transaction,
  call: Call,
  ownerId: string,
): Promise<void> {
  await lockSharesOf(tx, ownerId)
  await endShares(services, tx, call, await revokeLive(tx, ownerId, 'all', services.clock.now()))
}

async function endShares(
  services: Services,
  tx: Transaction,
  call: Call,
  shares: readonly ShareKey[],
): Promise<number> {
  await recordActs(tx, call, shares, { act: 'revoked', at: services.clock.now() })
  await recordWebhookEvents(services, tx, 'document.revoked', shares)
  await notifyRecipients(services, tx, shares, revokedNotice)
  publishToOwners(tx, shares)
  return shares.length
}

const revokedNotice = (count: number) => ({
  title: count === 1 ? 'Document taken back' : 'Documents taken back',
  message:
    count === 1
      ? 'A document that was shared with you is no longer available.'
      : `${count} documents that were shared with you are no longer available.`,
  alsoByEmail: true,
})

/** Revokes all shares with a business that is being deleted, and notifies each owner once. */
export async function revokeSharesWith(
  services: Services,
  tx: Transaction,
  call: Call,
  business: { id: string; name: string },
): Promise<void> {
  const at = services.clock.now()
  const shares = await revokeLiveWith(tx, business.id, at)
  await recordActs(tx, call, shares, { act: 'revoked', at })
  const ofOwner = Map.groupBy(shares, ({ owner_id }) => owner_id)
  for (const [id, own] of ofOwner) {
    const what = own.length === 1 ? 'A document' : `${own.length} documents`
    await notify(services, tx, {
      audience: { kind: 'person', id },
      type: 'businesses',
      title: 'A business left Exempta',
      message: `${business.name} no longer uses Exempta. ${what} that you shared with it can no longer be opened there.`,
      link: '/user/documents',
      alsoByEmail: true,
    })
    publishToOwners(tx, own)
  }
}

/** Call before deleting a document: foreign keys delete its shares, so recipients must be notified first. */
export async function endSharesOfDocument(
  services: Services,
  tx: Transaction,
  documentId: string,
): Promise<void> {
  await lockSharesOfDocument(tx, documentId)
  const shares = await listLiveOf(tx, documentId, services.clock.now())
  await recordWebhookEvents(services, tx, 'document.revoked', shares)
  await notifyRecipients(services, tx, shares, revokedNotice)
}

/** Notifies every recipient of a new version and sets verified shares back to pending. */
export async function returnShares(services: Services, tx: Transaction, documentId: string): Promise<void> {
  const at = services.clock.now()
  await lockSharesOfDocument(tx, documentId)
  const returned = await returnVerified(tx, documentId, at)
  await recordActs(tx, systemCall, returned, { act: 'returned', at })
  const live = await listLiveOf(tx, documentId, at)
  await recordWebhookEvents(services, tx, 'document.updated', live)
  const isReturned = new Set(returned.map(({ id }) => id))
  await notifyRecipients(services, tx, returned, () => ({
    title: 'Document changed',
    message: 'The owner hid more on a document that you verified. It waits for your review again.',
    alsoByEmail: true,
  }))
  await notifyRecipients(
    services,
    tx,
    live.filter(({ id }) => !isReturned.has(id)),
  )
  publishToOwners(tx, returned)
}
