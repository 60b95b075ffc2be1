import { createHmac } from 'node:crypto'
import { AppError } from '../../../platform/app-error.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { timeOrderedId } from '../../../platform/identifiers.ts'
import type { Services } from '../../../platform/services.ts'
import { processDocumentJob, publishToOwner } from '../document-events.ts'
import { acceptDocument } from './accept-document.ts'
import { safeName } from './safe-name.ts'
import { UploadRefused } from './untrusted-content.ts'

export interface MadeFile {
  name: string
  bytes: Uint8Array
}

/**
 * Adds PDFs that were made here as if their owner had uploaded them: all of them, or none. `within` gets their ids, in
 * the order of the files, and is part of the same transaction.
 */
export async function addDocuments(
  services: Services,
  call: Call,
  files: readonly MadeFile[],
  within: (tx: Transaction, ids: readonly string[]) => Promise<void>,
): Promise<void> {
  const person = personOf(call)
  const at = services.clock.now()
  await services.files.requireFreeSpace()
  const key = await services.keys.get('document-content')
  const ids = files.map(() => timeOrderedId(at))
  const drafts = await Promise.all(
    files.map(({ bytes }, i) =>
      services.files.put({ documentId: ids[i] as string, rendition: 'original', version: 1 }, bytes),
    ),
  )
  let isPublished = false
  try {
    await services.database.transact(person, async (tx) => {
      for (const [i, { name, bytes }] of files.entries()) {
        const id = ids[i] as string
        const file = {
          id,
          ownerId: person.id,
          name: safeName(name, 'application/pdf'),
          type: 'application/pdf' as const,
          sizeBytes: bytes.length,
          contentHash: createHmac('sha256', key).update(`${person.id}\0`).update(bytes).digest(),
          side: null,
          options: { hideContactDetails: false, keepDriverLicense: false, again: true },
          corrects: undefined,
          at,
        }
        await acceptDocument(services, tx, call, file, { status: 'processing', has_original: true })
        await services.files.publish(tx, drafts[i] as (typeof drafts)[number])
        await services.jobs.enqueue(tx, processDocumentJob, { documentId: id }, { fairnessKey: person.id })
        publishToOwner(tx, person.id, id)
      }
      await within(tx, ids)
    })
    isPublished = true
  } catch (error) {
    throw error instanceof UploadRefused ? new AppError('conflict', { text: error.message }) : error
  } finally {
    if (!isPublished) await Promise.all(drafts.map((draft) => services.files.discard(draft)))
  }
}
