import type { CardSide } from '@exempta/contract/documents'
import { type UploadedFile, uploadFields, uploadOptions } from '@exempta/contract/documents/files'
import { documentLimits } from '@exempta/contract/documents/limits'
import { AppError } from '../../../platform/app-error.ts'
import { personOf } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import { HeldBytes } from '../../../platform/held-bytes.ts'
import type { UploadPart } from '../../../platform/http/read-upload.ts'
import { timeOrderedId } from '../../../platform/identifiers.ts'
import { refusals } from '../../../platform/measurements.ts'
import { redactCard } from '../../../platform/sandbox/redact-card.ts'
import type { Slot } from '../../../platform/upload-slots.ts'
import { askToSendCorrection } from '../../sharing/index.ts'
import { publishToOwner } from '../document-events.ts'
import { findDuplicate } from '../queries/documents.ts'
import { insertVersion } from '../queries/versions.ts'
import {
  cardColumns,
  discardResult,
  type Released,
  recordResult,
  resultColumns,
  stageResult,
} from '../results/stage-result.ts'
import { acceptDocument, asUploaded, firstVersion, type IncomingFile } from './accept-document.ts'
import { safeName } from './safe-name.ts'
import { type ArrivingFile, takeDocument } from './take-document.ts'
import { UntrustedContent, UploadRefused } from './untrusted-content.ts'
import type { UploadContext, UploadOptions } from './upload-context.ts'

type FilePart = Extract<UploadPart, { kind: 'file' }>

const noOptions: UploadOptions = { hideContactDetails: false, keepDriverLicense: false, again: false }

/** Takes the files of one request in order; each is accepted or refused on its own. */
export async function receiveUpload(
  context: UploadContext,
  parts: AsyncIterable<UploadPart>,
  {
    options: chosen = noOptions,
    filesMax = documentLimits.uploadMaxFiles,
  }: { options?: UploadOptions; filesMax?: number } = {},
): Promise<UploadedFile[]> {
  personOf(context.call)
  await context.services.files.requireFreeSpace()
  const options = { ...chosen }
  const files: UploadedFile[] = []
  let trouble: AppError | undefined
  for await (const part of parts) {
    if (part.kind === 'field') setOption(options, part.name, part.value)
    else {
      try {
        if (files.length >= filesMax) throw new UploadRefused('too-many')
        files.push(await takeFile(context, part, { ...options }))
      } catch (error) {
        const refused = asRefused(error)
        if (error instanceof AppError) trouble = error
        refusals.record({ kind: 'file', code: refused.code })
        files.push({
          name: part.untrustedName,
          outcome: 'refused',
          code: refused.code,
          text: refused.message,
        })
      }
    }
  }
  if (files.length === 0) throw noFile()
  // Every file was refused only for lack of space or capacity, so the client can retry the whole request.
  if (trouble && files.every(({ outcome }) => outcome === 'refused')) throw trouble
  return files
}

async function takeFile(
  context: UploadContext,
  part: FilePart,
  options: UploadOptions,
): Promise<UploadedFile> {
  const field = uploadFields.find((name) => name === part.field)
  if (!field) throw noFile()
  const key = await context.services.keys.get('document-content')
  const content = await UntrustedContent.open(part, key, personOf(context.call).id)
  const file = { untrustedName: part.untrustedName, content, options }
  if (field === 'document') return takeDocument(context, file)
  const side = field === 'card-front' ? 'front' : 'back'
  return context.places.cards.use(context.arriving, (place) => takeCard(context, { ...file, side }, place))
}

function asRefused(error: unknown): UploadRefused {
  if (error instanceof UploadRefused) return error
  if (error instanceof AppError && (error.code === 'unavailable' || error.code === 'no-room'))
    return new UploadRefused('busy', error.message)
  throw error
}

/** A form part may have no name. */
function setOption(options: UploadOptions, name: string | undefined, value: string): void {
  const known = uploadOptions.find((option) => option === name)
  if (!known || (value !== 'true' && value !== 'false')) {
    throw new AppError('invalid-input', {
      fields: [{ path: (name ?? '').slice(0, 40), message: 'This isn’t an option' }],
    })
  }
  options[known] = value === 'true'
}

const noFile = () =>
  new AppError('invalid-input', { fields: [{ path: 'document', message: 'Please choose a file' }] })

/** Keeps the photo only in memory: nothing is written before it is redacted. */
async function takeCard(
  context: UploadContext,
  { untrustedName, content, options, side }: ArrivingFile & { side: CardSide },
  place: Slot,
): Promise<UploadedFile> {
  const { services, call } = context
  const person = personOf(call)
  const held = new HeldBytes()
  try {
    for await (const piece of content) held.add(piece)
    place.bodyArrived()
    const untrustedBytes = held.join()
    const contentHash = content.hash()
    const known = await services.database.transact(person, (tx) =>
      findDuplicate(tx, person.id, contentHash, side),
    )
    if (known && !options.again) return asUploaded(known, false)
    const result = await redactCard(services, untrustedBytes, side, context.signal)
    if (result.verdict === 'refused') throw new UploadRefused(result.code, result.text)
    const at = services.clock.now()
    return await storeCard(context, result, {
      id: timeOrderedId(at),
      ownerId: person.id,
      name: safeName(untrustedName, content.type),
      type: content.type,
      sizeBytes: content.sizeBytes,
      contentHash,
      side,
      options,
      corrects: context.corrects,
      at,
    })
  } finally {
    held.erase()
  }
}

async function storeCard(
  { services, call }: UploadContext,
  result: Released,
  file: IncomingFile,
): Promise<UploadedFile> {
  const { id: documentId, type, at } = file
  const version = firstVersion(file)
  const staged = await stageResult(services, { documentId, type, version, result, earlier: [] })
  let isPublished = false
  try {
    // Only the system may write results. The owner's lock and quotas still apply.
    const { row, isNew } = await services.database.transact(systemActor, async (tx) => {
      const columns = { ...resultColumns(staged, at), ...cardColumns(staged) }
      const accepted = await acceptDocument(services, tx, call, file, columns)
      if (!accepted.isNew) return accepted
      await insertVersion(tx, documentId, version, [], at)
      await recordResult(services, tx, staged)
      if (!accepted.row.needs_check) await askToSendCorrection(services, tx, accepted.row)
      publishToOwner(tx, file.ownerId, documentId)
      return accepted
    })
    isPublished = isNew
    return asUploaded(row, isNew)
  } finally {
    if (!isPublished) await discardResult(services, staged)
  }
}
