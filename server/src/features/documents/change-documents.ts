import type { Box, Document, DocumentVersion } from '@exempta/contract/documents'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { endSharesOfDocument, refreshSharesOfDocument } from '../sharing/index.ts'
import { blackOutJob, processDocumentJob, publishToOwner } from './document-events.ts'
import { canRetry, isOwner } from './policy.ts'
import {
  type DocumentRow,
  deleteDocument,
  findOwnDocument,
  lockDocument,
  updateDocument,
} from './queries/documents.ts'
import { findVersion, insertVersion } from './queries/versions.ts'
import { asDocument, asVersion } from './read-documents.ts'
import { safeName } from './upload/safe-name.ts'

/**
 * Once the transaction commits nobody can open the document, its links or its pictures; only the audit row
 * remains.
 */
export async function removeDocuments(services: Services, call: Call, ids: readonly string[]): Promise<void> {
  const person = personOf(call)
  // In one order everywhere, so that two such calls never wait for each other.
  const wanted = [...new Set(ids)].sort()
  await services.database.transact(person, async (tx) => {
    for (const id of wanted) {
      if (!(await findOwnDocument(tx, person.id, id))) throw new AppError('not-found')
      await shredDocument(services, tx, id)
      await recordAudit(tx, call, {
        at: services.clock.now(),
        action: 'document.remove',
        target: { kind: 'document', id },
      })
      publishToOwner(tx, person.id, id)
    }
  })
}

/** The extension stays that of the type. Names are personal data, so they are not in the audit row itself. */
export async function renameDocument(
  services: Services,
  call: Call,
  { id, name: untrustedName }: { id: string; name: string },
): Promise<Document> {
  const person = personOf(call)
  return services.database.transact(person, async (tx) => {
    const row = await lockDocument(tx, id)
    if (!row || !isOwner(person, row)) throw new AppError('not-found')
    const name = safeName(untrustedName, row.type)
    if (name !== row.name) {
      const at = services.clock.now()
      await updateDocument(tx, id, { name, updated_at: at })
      await recordAudit(tx, call, {
        at,
        action: 'document.rename',
        target: { kind: 'document', id },
        changes: { name: [row.name, name] },
      })
      await refreshSharesOfDocument(services, tx, id)
      publishToOwner(tx, person.id, id)
    }
    return asDocument({ ...row, name })
  })
}

/** Destroys the file keys first: row-level security finds their owner only while the document row exists. */
export async function shredDocument(services: Services, tx: Transaction, documentId: string): Promise<void> {
  await services.files.destroy(tx, { documentId })
  await endSharesOfDocument(services, tx, documentId)
  await deleteDocument(tx, documentId)
}

export async function retryDocument(services: Services, call: Call, id: string): Promise<Document> {
  const person = personOf(call)
  return services.database.transact(person, async (tx) => {
    const row = await lockDocument(tx, id)
    if (!row || !isOwner(person, row)) throw new AppError('not-found')
    return asDocument(await restartProcessing(services, tx, call, row))
  })
}

/** An administrator starts the processing of someone’s failed document again. The caller checks the role. */
export async function retryDocumentFor(
  services: Services,
  tx: Transaction,
  call: Call,
  id: string,
): Promise<void> {
  const row = await lockDocument(tx, id)
  if (!row) throw new AppError('not-found')
  await restartProcessing(services, tx, call, row)
}

async function restartProcessing(services: Services, tx: Transaction, call: Call, row: DocumentRow) {
  if (!canRetry(row)) throw new AppError('cannot-retry')
  const { id, owner_id: ownerId } = row
  const now = services.clock.now()
  const changed = await updateDocument(tx, id, {
    status: 'processing',
    failure: null,
    attempts: 0,
    progress_page: 0,
    updated_at: now,
  })
  await services.jobs.enqueue(tx, processDocumentJob, { documentId: id }, { fairnessKey: ownerId })
  await recordAudit(tx, call, { at: now, action: 'document.retry', target: { kind: 'document', id } })
  publishToOwner(tx, ownerId, id)
  return changed
}

export interface BlackOut {
  id: string
  /** The version on which the owner drew the areas. */
  version: number
  boxes: Box[]
}

/**
 * Queues a new version with more areas hidden. Only one may be in progress, and it starts from the current
 * version.
 */
export async function blackOutDocument(
  services: Services,
  call: Call,
  { id, version, boxes }: BlackOut,
): Promise<DocumentVersion> {
  const person = personOf(call)
  return services.database.transact(person, async (tx) => {
    const document = await lockDocument(tx, id)
    if (!document || !isOwner(person, document) || document.status !== 'processed') {
      throw new AppError('not-found')
    }
    if (document.version !== version) throw new AppError('conflict')
    if (boxes.some(({ page }) => page > (document.page_count ?? 0))) {
      throw new AppError('invalid-input', { fields: [{ path: 'boxes', message: 'This page doesn’t exist' }] })
    }
    const next = version + 1
    const now = services.clock.now()
    if (!(await insertVersion(tx, id, next, boxes, now))) throw new AppError('conflict')
    await services.jobs.enqueue(
      tx,
      blackOutJob,
      { documentId: id, version: next },
      { fairnessKey: person.id },
    )
    await recordAudit(tx, call, {
      at: now,
      action: 'document.black-out',
      target: { kind: 'document', id },
      details: { version: next, areas: boxes.length },
    })
    const asked = await findVersion(tx, id, next)
    if (!asked) throw new AppError('not-found')
    publishToOwner(tx, person.id, id)
    return asVersion(asked)
  })
}
