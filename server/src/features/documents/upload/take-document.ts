import type { UploadedFile } from '@exempta/contract/documents/files'
import { personOf } from '../../../platform/call.ts'
import { timeOrderedId } from '../../../platform/identifiers.ts'
import { processDocumentJob, publishToOwner } from '../document-events.ts'
import { acceptDocument, asUploaded } from './accept-document.ts'
import { safeName } from './safe-name.ts'
import type { UntrustedContent } from './untrusted-content.ts'
import type { UploadContext, UploadOptions } from './upload-context.ts'

export interface ArrivingFile {
  untrustedName: string
  content: UntrustedContent
  options: UploadOptions
}

/** Encrypts the original as it arrives. Record, file and job are committed together or not at all. */
export async function takeDocument(
  { services, call, places, arriving, corrects }: UploadContext,
  { untrustedName, content, options }: ArrivingFile,
): Promise<UploadedFile> {
  const person = personOf(call)
  const at = services.clock.now()
  const id = timeOrderedId(at)
  const draft = await places.documents.use(arriving, () =>
    services.files.put({ documentId: id, rendition: 'original', version: 1 }, content),
  )
  const file = {
    id,
    ownerId: person.id,
    name: safeName(untrustedName, content.type),
    type: content.type,
    sizeBytes: content.sizeBytes,
    contentHash: content.hash(),
    side: null,
    options,
    corrects,
    at,
  }
  let isPublished = false
  try {
    const { row, isNew } = await services.database.transact(person, async (tx) => {
      const state = { status: 'processing', has_original: true } as const
      const accepted = await acceptDocument(services, tx, call, file, state)
      if (!accepted.isNew) return accepted
      await services.files.publish(tx, draft)
      await services.jobs.enqueue(tx, processDocumentJob, { documentId: id }, { fairnessKey: person.id })
      publishToOwner(tx, person.id, id)
      return accepted
    })
    isPublished = isNew
    return asUploaded(row, isNew)
  } finally {
    if (!isPublished) await services.files.discard(draft)
  }
}
