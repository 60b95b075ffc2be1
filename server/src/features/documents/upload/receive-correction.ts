import type { UploadedFile } from '@exempta/contract/documents/files'
import { AppError } from '../../../platform/app-error.ts'
import { personOf } from '../../../platform/call.ts'
import type { UploadPart } from '../../../platform/http/read-upload.ts'
import { requireCorrectable } from '../../sharing/index.ts'
import { findOwnDocument } from '../queries/documents.ts'
import { listVersions } from '../queries/versions.ts'
import { receiveUpload } from './receive-upload.ts'
import type { UploadContext } from './upload-context.ts'

export interface CorrectionRequest {
  /** The rejected document. */
  id: string
  shareId: string | undefined
}

/**
 * Takes one file in place of a rejected document and treats it as that one was treated: the same options, and a card
 * stays a card. Whether it can be corrected is checked before the file arrives and again when it is stored.
 */
export async function receiveCorrection(
  context: UploadContext,
  { id, shareId }: CorrectionRequest,
  parts: AsyncIterable<UploadPart>,
): Promise<UploadedFile> {
  const { services, call } = context
  const person = personOf(call)
  await services.files.requireFreeSpace()
  const target = { ownerId: person.id, documentId: id, shareId }
  const { rejected, version } = await services.database.transact(
    person,
    async (tx) => {
      const rejected = await findOwnDocument(tx, person.id, id)
      if (!rejected) throw new AppError('not-found')
      await requireCorrectable(services, tx, target)
      // A version that is being made counts, too.
      const versions = (await listVersions(tx, id)).map((row) => row.version)
      return { rejected, version: Math.max(rejected.version, ...versions) }
    },
    { readOnly: true },
  )
  const corrects = { ...target, version, contentHash: rejected.content_hash }
  const options = {
    hideContactDetails: rejected.hides_contact_details,
    keepDriverLicense: rejected.keeps_driver_license,
    again: true,
  }
  const field = rejected.card_side && `card-${rejected.card_side}`
  const asBefore = async function* () {
    for await (const part of parts) {
      yield part.kind === 'file' && part.field === 'document' && field ? { ...part, field } : part
    }
  }
  const [file] = await receiveUpload({ ...context, corrects }, asBefore(), { options, filesMax: 1 })
  if (!file) throw new AppError('invalid-input')
  return file
}
