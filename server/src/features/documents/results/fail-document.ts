import { type DocumentFailureCode, documentFailures } from '@exempta/contract/documents'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { systemCall } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../platform/services.ts'
import { notify } from '../../notifications/index.ts'
import { keptMeanwhile } from '../../sharing/index.ts'
import { announceSettled, publishToOwner } from '../document-events.ts'
import { type DocumentRow, lockDocument, updateDocument } from '../queries/documents.ts'
import { deleteVersion } from '../queries/versions.ts'
import { destroyStoredPages } from './stored-pages.ts'

const cardReasons: readonly DocumentFailureCode[] = ['card-number-not-found', 'card-code-not-found']

/** Marks the document as failed. The original is kept for a day only if a retry can help. */
export async function failDocument(
  services: Services,
  tx: Transaction,
  document: DocumentRow,
  code: DocumentFailureCode,
): Promise<void> {
  const now = services.clock.now()
  const { text, canRetry } = documentFailures[code]
  const isKept = canRetry && !document.is_card
  if (!isKept) {
    await services.files.destroy(tx, { documentId: document.id, rendition: 'original' })
    await destroyStoredPages(services, tx, { documentId: document.id, version: document.first_version })
  }
  await updateDocument(tx, document.id, {
    status: 'failed',
    failure: code,
    has_original: isKept,
    is_card: document.is_card || cardReasons.includes(code),
    updated_at: now,
  })
  await recordAudit(tx, systemCall, {
    at: now,
    action: 'document.process',
    target: { kind: 'document', id: document.id },
    result: 'failed',
    details: { reason: code },
  })
  publishToOwner(tx, document.owner_id, document.id)
  await notify(services, tx, {
    audience: { kind: 'person', id: document.owner_id },
    type: 'other',
    title: `We couldn’t process ${document.name}`,
    message: `${text}${await keptMeanwhile(tx, document.id)}`,
    link: `/user/documents/${document.id}`,
    alsoByEmail: true,
  })
  await announceSettled(services, tx, document.id)
}

/** Why a version was not made: its areas could not be painted, or something private is still readable beside them. */
export type AbandonReason = 'not-painted' | 'secret-remains'

/** Leaves the document unchanged when the areas could not be hidden, so that its owner can ask again. */
export async function abandonVersion(
  services: Services,
  tx: Transaction,
  document: DocumentRow,
  version: number,
  reason: AbandonReason,
): Promise<void> {
  // The lock stops a worker that is still running from storing more pages: the next version may have other
  // areas.
  await lockDocument(tx, document.id)
  await deleteVersion(tx, document.id, version)
  await destroyStoredPages(services, tx, { documentId: document.id, version })
  await recordAudit(tx, systemCall, {
    at: services.clock.now(),
    action: 'document.black-out',
    target: { kind: 'document', id: document.id },
    result: 'failed',
    details: { version },
  })
  publishToOwner(tx, document.owner_id, document.id)
  await notify(services, tx, {
    audience: { kind: 'person', id: document.owner_id },
    type: 'other',
    title: `We couldn’t black out more of ${document.name}`,
    message:
      reason === 'secret-remains'
        ? `We found a private number on ${document.name} that we couldn’t hide. Black it out yourself, then finish the check.`
        : `We couldn’t black out the areas you marked on ${document.name}. Try again.`,
    link: `/user/documents/${document.id}`,
    alsoByEmail: true,
  })
}
