import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { systemCall } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Services } from '../../../platform/services.ts'
import { notify } from '../../notifications/index.ts'
import { type DocumentRow, lockDocument } from '../queries/documents.ts'
import { deleteVersion } from '../queries/versions.ts'
import { tellOwner } from '../tell-owner.ts'
import { destroyStoredPages } from './stored-pages.ts'

/** The areas could not be blacked out: the document stays as it is, and its owner may ask again. */
export async function abandonVersion(
  services: Services,
  tx: Transaction,
  document: DocumentRow,
  version: number,
): Promise<void> {
  // A worker that still paints keeps no page after this: the next version may have other areas.
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
  await tellOwner(tx, document.owner_id, document.id)
  await notify(services, tx, {
    audience: { kind: 'person', id: document.owner_id },
    type: 'other',
    title: 'Document not changed',
    message: `The areas you marked on ${document.name} could not be blacked out. Please try again.`,
    alsoByMail: true,
  })
}
