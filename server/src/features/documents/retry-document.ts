import type { Document } from '@exempta/contract/documents'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { Services } from '../../platform/services.ts'
import { asDocument } from './as-document.ts'
import { processDocumentJob } from './jobs/process-document-job.ts'
import { canRetry, isOwner } from './policy.ts'
import { lockDocument, updateDocument } from './queries/documents.ts'
import { tellOwner } from './tell-owner.ts'

export async function retryDocument(services: Services, call: Call, id: string): Promise<Document> {
  const person = personOf(call)
  return services.database.transact(person, async (tx) => {
    const row = await lockDocument(tx, id)
    if (!row || !isOwner(person, row)) throw new AppError('not-found')
    if (!canRetry(row)) throw new AppError('cannot-retry')
    const now = services.clock.now()
    const changed = await updateDocument(tx, id, {
      status: 'processing',
      failure: null,
      attempts: 0,
      progress_page: 0,
      updated_at: now,
    })
    await services.jobs.enqueue(tx, processDocumentJob, { documentId: id }, { fairnessKey: person.id })
    await recordAudit(tx, call, { at: now, action: 'document.retry', target: { kind: 'document', id } })
    await tellOwner(tx, person.id, id)
    return asDocument(changed)
  })
}
