/**
 * Screenshots of look-ups. They can show other people's data, so they pass the redaction engine before anything is
 * written, and only what it leaves is stored.
 */
import { detectFileType } from '@exempta/contract/documents/file-types'
import { uploadRefusals } from '@exempta/contract/documents/files'
import { documentLimits } from '@exempta/contract/documents/limits'
import { NewVerification, proofField } from '@exempta/contract/review/verifications'
import { AppError } from '../../platform/app-error.ts'
import type { FileIdentity } from '../../platform/crypto/wrap-key.ts'
import type { UploadPart } from '../../platform/http/read-upload.ts'
import { maskFields } from '../../platform/mask-text.ts'
import { SandboxError } from '../../platform/sandbox/sandbox.ts'
import type { Services } from '../../platform/services.ts'
import type { FileDraft } from '../../platform/storage/put-file.ts'

export interface Proof {
  type: 'image/jpeg' | 'image/png'
  bytes: Uint8Array
}

export interface SentVerification {
  entry: NewVerification
  untrustedPicture: Buffer | undefined
}

const wrong = (path: string, message: string) =>
  new AppError('invalid-input', { fields: [{ path, message }] })

/** Reads the form of a look-up into memory, like a photo of a card. */
export async function readVerificationForm(parts: AsyncIterable<UploadPart>): Promise<SentVerification> {
  const fields: Record<string, string> = {}
  const pieces: Buffer[] = []
  let sizeBytes = 0
  for await (const part of parts) {
    if (part.kind === 'field') {
      fields[part.name] = part.value
      continue
    }
    if (part.field !== proofField) throw wrong(proofField, 'Please choose a picture')
    for await (const piece of part.content as AsyncIterable<Buffer>) {
      sizeBytes += piece.length
      if (sizeBytes > documentLimits.uploadMaxBytes) throw wrong(proofField, uploadRefusals['too-large'])
      pieces.push(piece)
    }
  }
  const form = NewVerification.safeParse(fields)
  if (!form.success) {
    throw new AppError('invalid-input', {
      fields: form.error.issues.map(({ path, message }) => ({ path: path.join('.') || 'kind', message })),
    })
  }
  const untrustedPicture = Buffer.concat(pieces)
  for (const piece of pieces) piece.fill(0)
  return {
    entry: maskFields(form.data, ['note']).body,
    untrustedPicture: sizeBytes > 0 ? untrustedPicture : undefined,
  }
}

const retryAfterSeconds = 5

/** Hides what must not be seen. A picture in which something may have been missed is refused, since no one checks it. */
export async function redactProof(
  { sandbox }: Services,
  untrustedBytes: Buffer,
  signal: AbortSignal,
): Promise<Proof> {
  const type = detectFileType(untrustedBytes)
  if (type !== 'image/jpeg' && type !== 'image/png') throw wrong(proofField, uploadRefusals['not-a-picture'])
  const result = await sandbox
    .redact(untrustedBytes, { whenFull: 'fail', signal })
    .catch((error: unknown) => {
      if (!(error instanceof SandboxError)) throw error
      if (error.failure === 'busy' || error.failure === 'closed') {
        throw new AppError('unavailable', { cause: error, retryAfterSeconds })
      }
      throw wrong(proofField, 'We couldn’t read this picture. Please try another one.')
    })
    .finally(() => untrustedBytes.fill(0))
  if (result.verdict === 'refused') {
    throw wrong(proofField, 'We couldn’t read this picture. Please try another one.')
  }
  if (result.pages.some(({ uncertain }) => uncertain.length > 0)) {
    throw wrong(
      proofField,
      'This picture may show something private that we couldn’t hide for sure. Crop it to the answer and try again.',
    )
  }
  const written = detectFileType(result.output)
  if (written !== 'image/jpeg' && written !== 'image/png') {
    throw wrong(proofField, uploadRefusals['not-a-picture'])
  }
  return { type: written, bytes: result.output }
}

export const proofFile = (id: string): FileIdentity => ({ documentId: id, rendition: 'proof', version: 1 })

export const storeProof = ({ files }: Services, id: string, { bytes }: Proof): Promise<FileDraft> =>
  files.put(proofFile(id), bytes)

export const discardProof = ({ files }: Services, draft: FileDraft): Promise<void> => files.discard(draft)
