/**
 * Corrected versions. The owner of a rejected document uploads another file; it is processed like every upload. When the
 * owner has seen the result and sends it, it takes the place of the rejected one under the same share. Until then, and
 * if it's never sent, recipients keep what they have (0088).
 */
import type { SentCorrection } from '@exempta/contract/documents/files'
import { AppError } from '../../platform/app-error.ts'
import type { Call } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { emailTimes } from '../../platform/email/email-times.ts'
import { queueEmail } from '../../platform/email/queue-email.ts'
import type { Services } from '../../platform/services.ts'
import { notify } from '../notifications/index.ts'
import { correctedShareEmail } from './emails.ts'
import { reasonToKeep } from './policy.ts'
import {
  deleteCorrections,
  insertCorrections,
  listCorrectable,
  listWaitingShares,
  lockWaitingShares,
  replaceDocument,
  type WaitingShare,
} from './queries/corrections.ts'
import { findOwner } from './queries/recipients.ts'
import { lockSharesOf } from './queries/share-rows.ts'
import { applyShareChange, publishToOwners } from './share-events.ts'

export interface CorrectionTarget {
  ownerId: string
  /** The rejected document. */
  documentId: string
  /** The one recipient who gets the corrected version; undefined for everyone who can open the document. */
  shareId: string | undefined
}

/** Returns the shares to correct. Refuses when nothing is rejected, or when the one recipient cannot get it. */
export async function requireCorrectable(
  { clock }: Services,
  tx: Transaction,
  { ownerId, documentId, shareId }: CorrectionTarget,
): Promise<string[]> {
  const live = await listCorrectable(tx, ownerId, documentId, clock.now())
  const wanted = shareId === undefined ? live : live.filter(({ id }) => id === shareId)
  if (wanted.length === 0) throw new AppError('not-found')
  if (!wanted.some(({ status }) => status === 'rejected')) {
    throw new AppError('conflict', {
      text: 'This document isn’t rejected anymore. There’s nothing to correct.',
    })
  }
  const isOpen = ({ business_status }: (typeof wanted)[number]) =>
    business_status === null || business_status === 'active'
  if (!wanted.some(isOpen)) throw new AppError('recipient-not-active')
  return wanted.filter(isOpen).map(({ id }) => id)
}

/** Makes the shares wait for the new document. Only one correction of a share can be under way. */
export async function requestCorrection(
  services: Services,
  tx: Transaction,
  target: CorrectionTarget,
  newDocumentId: string,
): Promise<void> {
  await lockSharesOf(tx, target.ownerId)
  const shareIds = await requireCorrectable(services, tx, target)
  const { ownerId } = target
  const correction = { documentId: newDocumentId, ownerId, shareIds }
  if ((await insertCorrections(tx, correction, services.clock.now())) < shareIds.length) {
    throw new AppError('conflict', {
      text: 'You’ve already uploaded a corrected version. Send that one, or delete it first.',
    })
  }
}

interface ReadyDocument {
  id: string
  owner_id: string
  name: string
  version: number
}

/**
 * Call it in the transaction in which a document could be sent: its owner is asked to look at it first. Returns false if
 * nobody waits for the document.
 */
export async function askToSendCorrection(
  services: Services,
  tx: Transaction,
  document: ReadyDocument,
): Promise<boolean> {
  const waiting = await lockWaitingShares(tx, document.id)
  const { kept, replaced } = decide(waiting, document, services.clock.now())
  const [first] = replaced
  if (!first) {
    if (kept.length > 0) await giveUp(services, tx, document, waiting, kept)
    return kept.length > 0
  }
  await notify(services, tx, {
    ...aboutDocument(document),
    title: `Look at ${document.name}, then send it`,
    message: `No one gets it before you send it. It then replaces ${first.old_name} for ${inWords(replaced)}.`,
    alsoByEmail: true,
  })
  publishToOwners(tx, waiting)
  return true
}

/** Sends a corrected version to everyone who waits for it, after its owner has seen it. */
export async function sendCorrection(
  services: Services,
  tx: Transaction,
  call: Call,
  document: ReadyDocument,
): Promise<SentCorrection> {
  const waiting = await lockWaitingShares(tx, document.id)
  if (waiting.length === 0) {
    throw new AppError('conflict', { text: 'No one is waiting for this document anymore.' })
  }
  const at = services.clock.now()
  const { kept, replaced } = decide(waiting, document, at)
  if (replaced.length === 0) await giveUp(services, tx, document, waiting, kept)
  else {
    await deleteCorrections(tx, document.id)
    await replace(services, tx, call, document, replaced, at)
    if (kept.length > 0) await notifyOfKept(services, tx, document, kept)
    // The pages of the document that was replaced show another list of recipients now.
    publishToOwners(tx, waiting)
  }
  return { sent: replaced.length, kept }
}

/** Every share is looked at again at the moment of sending. */
function decide(waiting: readonly WaitingShare[], { version }: ReadyDocument, at: Date) {
  return {
    kept: waiting.flatMap((share) => reasonToKeep(share, version, at) ?? []),
    replaced: waiting.filter((share) => reasonToKeep(share, version, at) === undefined),
  }
}

/** Nobody can get it anymore: from now on it's a document like any other. */
async function giveUp(
  services: Services,
  tx: Transaction,
  document: ReadyDocument,
  waiting: readonly WaitingShare[],
  kept: readonly string[],
): Promise<void> {
  await deleteCorrections(tx, document.id)
  await notifyOfKept(services, tx, document, kept)
  publishToOwners(tx, waiting)
}

async function replace(
  services: Services,
  tx: Transaction,
  call: Call,
  document: ReadyDocument,
  replaced: readonly WaitingShare[],
  at: Date,
): Promise<void> {
  const shares = await replaceDocument(
    tx,
    replaced.map(({ id }) => id),
    document.id,
    at,
  )
  const [oldName] = shares.map((share) => share.replaced_name ?? '')
  const { name: sender } = await findOwner(tx, document.owner_id)
  const { day } = emailTimes(services.settings.get('email.timeZone'))
  await applyShareChange(services, tx, call, shares, {
    at,
    act: () => 'corrected',
    documentName: oldName,
    webhook: 'document.received',
    businessNotice: ({ shares: [share] }) => {
      const rejectedAt = share?.replaced_rejected_at
      return {
        title: `${sender} sent a corrected version of ${oldName}`,
        message: `${document.name} replaces ${oldName}${rejectedAt ? `, which your business rejected on ${day(rejectedAt)}` : ''}. It’s waiting for review.`,
        kind: 'received',
        about: sender,
      }
    },
    ownerNotice: null,
  })
  for (const { email } of shares) {
    if (email === null) continue
    const data = { sender }
    await queueEmail(services, tx, {
      to: email,
      sentBy: document.owner_id,
      template: correctedShareEmail,
      data,
    })
  }
}

const aboutDocument = ({ id, owner_id }: ReadyDocument) =>
  ({
    audience: { kind: 'person', id: owner_id },
    type: 'other',
    link: `/user/documents/${id}`,
  }) as const

async function notifyOfKept(
  services: Services,
  tx: Transaction,
  document: ReadyDocument,
  kept: readonly string[],
): Promise<void> {
  await notify(services, tx, {
    ...aboutDocument(document),
    title: `We didn’t send ${document.name} to everyone`,
    message: kept.join('\n'),
    alsoByEmail: true,
  })
}

const inWords = (waiting: readonly WaitingShare[]) =>
  waiting.length === 1 ? (waiting[0]?.recipient ?? '') : `${waiting.length} recipients`

/** What to add to a notice about a document that others wait for; empty if nobody does. */
export async function keptMeanwhile(tx: Transaction, documentId: string): Promise<string> {
  const waiting = await listWaitingShares(tx, documentId)
  const [first] = waiting
  if (!first) return ''
  return ` ${inWords(waiting)} still ${waiting.length === 1 ? 'has' : 'have'} ${first.old_name}.`
}
