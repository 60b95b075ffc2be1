import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { endSharesOfDocument } from '../shares/index.ts'
import { deleteDocument, findOwnDocument } from './queries/documents.ts'
import { tellOwner } from './tell-owner.ts'

/** Gone for everybody, links and pictures included, when the transaction commits; only the audit row is left. */
export async function removeDocument(services: Services, call: Call, id: string): Promise<void> {
  const person = personOf(call)
  await services.database.transact(person, async (tx) => {
    if (!(await findOwnDocument(tx, person.id, id))) throw new AppError('not-found')
    await shredDocument(services, tx, id)
    await recordAudit(tx, call, {
      at: services.clock.now(),
      action: 'document.remove',
      target: { kind: 'document', id },
    })
    await tellOwner(tx, person.id, id)
  })
}

/** The keys of its files go first: the database shows whose they are only while the document is there. */
export async function shredDocument(services: Services, tx: Transaction, documentId: string): Promise<void> {
  await services.files.destroy(tx, { documentId })
  await endSharesOfDocument(services, tx, documentId)
  await deleteDocument(tx, documentId)
}
