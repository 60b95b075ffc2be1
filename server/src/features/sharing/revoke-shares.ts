import { AppError } from '../../platform/app-error.ts'
import { type Call, personOf, systemCall } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { documentsInWords } from '../../platform/documents-in-words.ts'
import type { Services } from '../../platform/services.ts'
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
import { applyShareChange, type BusinessNotice } from './share-events.ts'

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
  await applyShareChange(services, tx, call, shares, {
    at: services.clock.now(),
    act: () => 'revoked',
    webhook: 'document.revoked',
    businessNotice: noLongerShared,
    ownerNotice: null,
  })
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
  const names = await listNames(tx, shares)
  await applyShareChange(services, tx, call, shares, {
    at,
    act: () => 'revoked',
    // Nobody is left to be notified there.
    webhook: null,
    businessNotice: null,
    ownerNotice: (own) => {
      const shared = new Set(own.map((share) => share.document_id))
      const what = documentsInWords(names.filter(({ id }) => shared.has(id)).map(({ document }) => document))
      return {
        title: `${business.name} no longer uses Exempta`,
        message: `You shared ${what} with ${business.name}. It can no longer open ${own.length === 1 ? 'it' : 'them'}.`,
        link: '/user/documents',
      }
    },
  })
}

/** Call before deleting a document: foreign keys delete its shares, so recipients must be notified first. */
export async function endSharesOfDocument(
  services: Services,
  tx: Transaction,
  documentId: string,
): Promise<void> {
  await lockSharesOfDocument(tx, documentId)
  const at = services.clock.now()
  await applyShareChange(services, tx, systemCall, await listLiveOf(tx, documentId, at), {
    at,
    // The history goes with the document, and the audit log has its deletion.
    act: () => null,
    webhook: 'document.revoked',
    businessNotice: noLongerShared,
    ownerNotice: null,
    isDeletion: true,
  })
}

/** Makes the open pages of everyone who can see the document fetch it again, without a notification. */
export async function refreshSharesOfDocument(
  services: Services,
  tx: Transaction,
  documentId: string,
): Promise<void> {
  const at = services.clock.now()
  await applyShareChange(services, tx, systemCall, await listLiveOf(tx, documentId, at), {
    at,
    act: () => null,
    webhook: null,
    businessNotice: null,
    ownerNotice: null,
  })
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
  const isReturned = isOneOf(returned)
  await applyShareChange(services, tx, call, await listLiveOf(tx, documentId, at), {
    at,
    act: (share) => (isReturned(share) ? 'returned' : null),
    webhook: event,
    businessNotice: ({ owner, documents, shares }) =>
      shares.some(isReturned) ? { ...changedWords[event](owner, documents), alsoByEmail: true } : null,
    ownerNotice: null,
  })
}

const isOneOf = (shares: readonly ShareKey[]) => {
  const ids = new Set(shares.map(({ id }) => id))
  return ({ id }: ShareKey) => ids.has(id)
}

/** Notifies every recipient of a new version and sets verified shares back to pending. */
export async function returnShares(services: Services, tx: Transaction, documentId: string): Promise<void> {
  const at = services.clock.now()
  await lockSharesOfDocument(tx, documentId)
  const isReturned = isOneOf(await returnVerified(tx, documentId, at))
  await applyShareChange(services, tx, systemCall, await listLiveOf(tx, documentId, at), {
    at,
    act: (share) => (isReturned(share) ? 'returned' : null),
    webhook: 'document.updated',
    businessNotice: ({ owner, documents, shares }) =>
      shares.some(isReturned)
        ? {
            title: `${owner} updated ${documents}`,
            message: 'More of the document is hidden now, so it’s waiting for review again.',
            alsoByEmail: true,
          }
        : null,
    ownerNotice: null,
  })
}
