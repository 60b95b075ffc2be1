/** The library of blank forms: administrators add and remove them, and certificates are filled into them. */
import { buffer } from 'node:stream/consumers'
import { detectFileType } from '@exempta/contract/documents/file-types'
import { uploadRefusals } from '@exempta/contract/documents/files'
import { documentLimits } from '@exempta/contract/documents/limits'
import { type BlankForm, blankFormField } from '@exempta/contract/knowledge/blank-forms'
import { forms } from '@exempta/knowledge/forms'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { UploadPart } from '../../platform/http/read-upload.ts'
import type { FileAnswer } from '../../platform/http/send-file.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import type { Slot } from '../../platform/upload-slots.ts'
import { BlankRefused, type CheckedBlank, checkBlank } from './check-blank.ts'
import { readinessByState } from './form-readiness.ts'
import { type BlankRow, deleteBlank, findBlank, insertBlank, listBlanks } from './queries.ts'

export async function listBlankForms({ database }: Services, call: Call) {
  const rows = await database.transact(personOf(call), listBlanks, { readOnly: true })
  return {
    forms: rows.flatMap((row) => asBlankForm(row) ?? []),
    states: readinessByState(rows.map(({ code }) => code)),
  }
}

/** Undefined for forms that we no longer know. */
function asBlankForm({ code, pages, zones, unread, uploaded_at }: BlankRow): BlankForm | undefined {
  const form = forms.get(code)
  if (!form) return undefined
  const { name, title, revision, states } = form
  return { code, name, title, revision, states, pages, zones, unread, uploadedAt: uploaded_at.toISOString() }
}

export interface ArrivingBlank {
  parts: AsyncIterable<UploadPart>
  slot: Slot
  signal: AbortSignal
}

export async function uploadBlankForm(
  services: Services,
  call: Call,
  { parts, slot, signal }: ArrivingBlank,
): Promise<BlankForm> {
  await services.files.requireFreeSpace()
  const bytes = await blankIn(parts)
  slot.bodyArrived()
  const checked = await checkBlank(services, bytes, signal).catch((error: unknown) => {
    throw error instanceof BlankRefused ? wrongFile(error.message) : error
  })
  return saveBlank(services, call, bytes, checked)
}

/** A newer blank takes the place of the one before. */
export async function saveBlank(
  services: Pick<Services, 'clock' | 'database' | 'files'>,
  call: Call,
  bytes: Uint8Array,
  checked: CheckedBlank,
): Promise<BlankForm> {
  const at = services.clock.now()
  const { form, pages, zones, unread } = checked
  const fileId = timeOrderedId(at)
  const contents = [bytes, ...checked.pictures]
  const drafts = await Promise.all(
    contents.map((content, i) => services.files.put(blankFileOf(fileId, i), content)),
  )
  let isPublished = false
  try {
    // Only the system may publish files. That the caller is an administrator was checked with the call.
    const row = await services.database.transact(systemActor, async (tx) => {
      const before = await deleteBlank(tx, form.code)
      if (before) await services.files.destroy(tx, { documentId: before.file_id })
      for (const draft of drafts) await services.files.publish(tx, draft)
      await recordAudit(tx, call, {
        at,
        action: 'form.upload',
        details: { form: form.code, unread: unread.length },
      })
      return insertBlank(tx, {
        code: form.code,
        file_id: fileId,
        size_bytes: bytes.length,
        pages: JSON.stringify(pages),
        zones: JSON.stringify(zones),
        unread,
        uploaded_by: call.actor.kind === 'person' ? call.actor.id : null,
        uploaded_at: at,
      })
    })
    isPublished = true
    return asBlankForm(row) as BlankForm
  } finally {
    if (!isPublished) await Promise.all(drafts.map((draft) => services.files.discard(draft)))
  }
}

/** Page 0 is the blank itself. */
export const blankFileOf = (documentId: string, page: number) => ({
  documentId,
  rendition: page === 0 ? 'blank' : `page-${page}`,
  version: 1,
})

/** The one PDF of an upload. */
export async function blankIn(parts: AsyncIterable<UploadPart>): Promise<Buffer> {
  const bytes = await fileIn(parts)
  if (detectFileType(bytes) !== 'application/pdf') throw wrongFile('Please choose a PDF')
  return bytes
}

export async function fileIn(parts: AsyncIterable<UploadPart>): Promise<Buffer> {
  const pieces: Buffer[] = []
  let sizeBytes = 0
  for await (const part of parts) {
    if (part.kind !== 'file' || part.field !== blankFormField) throw wrongFile('Please choose a PDF')
    for await (const piece of part.content as AsyncIterable<Buffer>) {
      sizeBytes += piece.length
      if (sizeBytes > documentLimits.uploadMaxBytes) throw wrongFile(uploadRefusals['too-large'])
      pieces.push(piece)
    }
  }
  return Buffer.concat(pieces)
}

export const wrongFile = (message: string) =>
  new AppError('invalid-input', { fields: [{ path: blankFormField, message }] })

export async function removeBlankForm(services: Services, call: Call, code: string): Promise<void> {
  await services.database.transact(systemActor, async (tx) => {
    const row = await deleteBlank(tx, code)
    if (!row) throw new AppError('not-found')
    await services.files.destroy(tx, { documentId: row.file_id })
    await recordAudit(tx, call, { at: services.clock.now(), action: 'form.remove', details: { form: code } })
  })
}

export async function openBlankFormPage(
  { database, files }: Services,
  call: Call,
  { code, page }: { code: string; page: number },
): Promise<FileAnswer<'image/jpeg', 'never'>> {
  const row = await database.transact(personOf(call), (tx) => findBlank(tx, code), { readOnly: true })
  if (!row || page > row.pages.length) throw new AppError('not-found')
  const { stream, sizeBytes } = await files.get(blankFileOf(row.file_id, page))
  return {
    name: `${code}-${page}.jpg`,
    contentType: 'image/jpeg',
    sizeBytes,
    content: stream,
    etag: `"${row.file_id}-${page}"`,
    isInline: true,
    // A blank form is published and nobody's document.
    recordOpening: 'never',
  }
}

/** The bytes of a blank. */
export async function readBlank({ files }: Services, { file_id }: BlankRow): Promise<Buffer> {
  const { stream } = await files.get(blankFileOf(file_id, 0))
  return buffer(stream)
}
