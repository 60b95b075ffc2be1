import { AppError } from '../../platform/app-error.ts'
import { type Call, personOf, systemCall } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { documentsInWords } from '../../platform/documents-in-words.ts'
import type { Services } from '../../platform/services.ts'
import { recordWebhookEvents } from '../api/index.ts'
import { endCoverage } from '../coverage/index.ts'
import { notify } from '../notifications/index.ts'
import { requestAutomaticReview } from './automatic-review.ts'
import {
  countOwn,
  listLiveOf,
  listNames,
  lockSharesOf,
  lockSharesOfDocument,
  returnVerified,
  revokeLive,
  revokeLiveWith,
  type ShareKey,
} from './queries/share-rows.ts'
import { type BusinessNotice, notifyRecipients, publishToOwners, recordActs } from './share-events.ts'

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
  await notifyRecipients(services, tx, shares, noLongerShared)
  publishToOwners(tx, shares)
  return shares.length
}

const noLongerShared: BusinessNotice = ({ count, owner, documents }) => ({
  title: `${owner} stopped sharing ${documents}`,
  message: count === 1 ? 'You can no longer open this document.' : 'You can no longer open these documents.',
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
    const names = await listNames(tx, own)
    const what = documentsInWords(names.map(({ document }) => document))
    await notify(services, tx, {
      audience: { kind: 'person', id },
      type: 'businesses',
      title: `${business.name} no longer uses Exempta`,
      message: `You shared ${what} with ${business.name}. It can no longer open ${own.length === 1 ? 'it' : 'them'}.`,
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
  await notifyRecipients(services, tx, shares, noLongerShared)
  await endCoverage(services, tx, shares)
}

/** Makes the open pages of everyone who can see the document fetch it again, without a notification. */
export async function refreshSharesOfDocument(
  services: Services,
  tx: Transaction,
  documentId: string,
): Promise<void> {
  const live = await listLiveOf(tx, documentId, services.clock.now())
  await notifyRecipients(services, tx, live)
  publishToOwners(tx, live)
}

const changedWords = {
  'exemption.confirmed': (owner: string, documents: string) => ({
    title: `${owner} changed what ${documents} says`,
    message: 'You verified something else, so it’s waiting for review again.',
  }),
  'exemption.withdrawn': (owner: string, documents: string) => ({
    title: `${owner} withdrew what ${documents} says`,
    message: 'The certificate isn’t confirmed anymore, so it’s waiting for review again.',
  }),
}

/**
 * Lets businesses know that what a certificate says was confirmed or withdrawn. With `isReviewOver`, what their reviewers
 * verified is not what it says now, so verified shares are pending again.
 */
export async function announceExemption(
  services: Services,
  tx: Transaction,
  call: Call,
  documentId: string,
  event: keyof typeof changedWords,
  { isReviewOver }: { isReviewOver: boolean },
): Promise<void> {
  const at = services.clock.now()
  await lockSharesOfDocument(tx, documentId)
  const returned = isReviewOver ? await returnVerified(tx, documentId, at) : []
  await recordActs(tx, call, returned, { act: 'returned', at })
  const live = await listLiveOf(tx, documentId, at)
  await recordWebhookEvents(services, tx, event, live)
  await notifyRecipients(services, tx, returned, ({ owner, documents }) => ({
    ...changedWords[event](owner, documents),
    alsoByEmail: true,
  }))
  const isReturned = new Set(returned.map(({ id }) => id))
  await notifyRecipients(
    services,
    tx,
    live.filter(({ id }) => !isReturned.has(id)),
  )
  publishToOwners(tx, live)
  if (event === 'exemption.confirmed') await requestAutomaticReview(services, tx, live)
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
  await notifyRecipients(services, tx, returned, ({ owner, documents }) => ({
    title: `${owner} updated ${documents}`,
    message: 'More of the document is hidden now, so it’s waiting for review again.',
    alsoByEmail: true,
  }))
  await notifyRecipients(
    services,
    tx,
    live.filter(({ id }) => !isReturned.has(id)),
  )
  publishToOwners(tx, returned)
}
