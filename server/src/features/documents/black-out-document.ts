import type { Box, DocumentVersion } from '@exempta/contract/documents'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { asVersion } from './get-document.ts'
import { blackOutJob } from './jobs/process-document-job.ts'
import { isOwner } from './policy.ts'
import { lockDocument } from './queries/documents.ts'
import { findVersion, insertVersion } from './queries/versions.ts'
import { tellOwner } from './tell-owner.ts'

export interface BlackOut {
  id: string
  /** The version that the areas were drawn on. */
  version: number
  boxes: Box[]
}

/** Asks for a new version; one at a time, always from the current one. */
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
      throw new AppError('invalid-input', { fields: [{ path: 'boxes', message: 'There is no such page' }] })
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
    await tellOwner(tx, person.id, id)
    return asVersion(asked)
  })
}
