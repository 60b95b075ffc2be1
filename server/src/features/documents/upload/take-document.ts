import type { Readable } from 'node:stream'
import type { UploadedFile } from '@exempta/contract/documents/files'
import { type Call, personOf } from '../../../platform/call.ts'
import { type Actor, systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { timeOrderedId } from '../../../platform/identifiers.ts'
import type { Services } from '../../../platform/services.ts'
import { processDocumentJob, publishToOwner } from '../document-events.ts'
import type { Quota } from '../policy.ts'
import type { DocumentRow } from '../queries/documents.ts'
import { acceptDocument, asUploaded } from './accept-document.ts'
import { safeName } from './safe-name.ts'
import { UntrustedContent } from './untrusted-content.ts'
import type { Correction, UploadContext, UploadOptions } from './upload-context.ts'

export interface ArrivingFile {
  untrustedName: string
  content: UntrustedContent
  options: UploadOptions
}

/** Encrypts the original as it arrives. Record, file and job are committed together or not at all. */
export async function takeDocument(
  { services, call, places, arriving, corrects }: UploadContext,
  file: ArrivingFile,
): Promise<UploadedFile> {
  const { row, isNew } = await storeDocument(services, call, file, {
    corrects,
    as: personOf(call),
    whenThereIsRoom: (write) => places.documents.use(arriving, write),
  })
  return asUploaded(row, isNew)
}

interface StoredFile {
  untrustedName: string
  content: Readable
  /** Instead of the limits for each person. */
  quota: Quota
  /** Part of the same transaction, which the system runs; not new if the same file is there already. */
  within: (tx: Transaction, document: DocumentRow, isNew: boolean) => Promise<void>
}

/** Adds a file that has arrived before, for the person of the call. */
export async function addStoredDocument(
  services: Services,
  call: Call,
  { untrustedName, content: stored, quota, within }: StoredFile,
): Promise<void> {
  await services.files.requireFreeSpace()
  const key = await services.keys.get('document-content')
  const content = await UntrustedContent.open({ content: stored, untrustedName }, key, personOf(call).id)
  const options = { hideContactDetails: false, keepDriverLicense: false, again: false }
  await storeDocument(
    services,
    call,
    { untrustedName, content, options },
    { corrects: undefined, as: systemActor, whenThereIsRoom: (write) => write(), quota, within },
  )
}

interface Storing {
  corrects: Correction | undefined
  as: Actor
  whenThereIsRoom: <T>(write: () => Promise<T>) => Promise<T>
  quota?: Quota
  within?: StoredFile['within']
}

async function storeDocument(
  services: Services,
  call: Call,
  { untrustedName, content, options }: ArrivingFile,
  { corrects, as, whenThereIsRoom, quota, within }: Storing,
): Promise<{ row: DocumentRow; isNew: boolean }> {
  const person = personOf(call)
  const at = services.clock.now()
  const id = timeOrderedId(at)
  const draft = await whenThereIsRoom(() =>
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
    quota,
  }
  let isPublished = false
  try {
    const stored = await services.database.transact(as, async (tx) => {
      const state = { status: 'processing', has_original: true } as const
      const accepted = await acceptDocument(services, tx, call, file, state)
      if (accepted.isNew) {
        await services.files.publish(tx, draft)
        await services.jobs.enqueue(tx, processDocumentJob, { documentId: id }, { fairnessKey: person.id })
        publishToOwner(tx, person.id, id)
      }
      await within?.(tx, accepted.row, accepted.isNew)
      return accepted
    })
    isPublished = stored.isNew
    return stored
  } finally {
    if (!isPublished) await services.files.discard(draft)
  }
}
