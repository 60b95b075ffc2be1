import type { DocumentFailureCode } from '@exempta/contract/documents'
import { documentFailures } from '@exempta/contract/documents'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { systemCall } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../platform/services.ts'
import { notify } from '../../notifications/index.ts'
import { type DocumentRow, updateDocument } from '../queries/documents.ts'
import { tellOwner } from '../tell-owner.ts'
import { destroyStoredPages } from './stored-pages.ts'

const cardReasons: readonly DocumentFailureCode[] = ['card-number-not-found', 'card-code-not-found']

/** Final, unless another try can help: only then is the original kept, for a day. */
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
    await destroyStoredPages(services, tx, { documentId: document.id, version: 1 })
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
  await tellOwner(tx, document.owner_id, document.id)
  await notify(services, tx, {
    audience: { kind: 'person', id: document.owner_id },
    type: 'other',
    title: 'Document not processed',
    message: `${document.name}: ${text}`,
    alsoByMail: true,
  })
}
