/**
 * Files that arrive in pieces, like those that answer a request (0080): a piece counts when the transaction that
 * publishes it has moved the offset. A whole file waits, encrypted, for its turn.
 */
import { type ArchiveFileInput, type ArchiveFileState, ArchivePieceForm } from '@exempta/contract/archive'
import { archiveLimits } from '@exempta/contract/archive/limits'
import { uploadRefusals } from '@exempta/contract/documents/files'
import { documentLimits } from '@exempta/contract/documents/limits'
import { AppError } from '../../platform/app-error.ts'
import { type Call, memberOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { parseForm } from '../../platform/http/parse-form.ts'
import type { UploadPart } from '../../platform/http/read-upload.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import type { ArrivingBody } from '../../platform/upload-slots.ts'
import { requireManager } from '../businesses/index.ts'
import type { UploadPlaces } from '../documents/index.ts'
import { publishArchive } from './imports.ts'
import { requireFile } from './owner.ts'
import { addFiles, addReceived, type FileRow, totalsOf } from './queries/files.ts'
import { lockImport, updateImport } from './queries/imports.ts'
import { goOnWith, isZip, wholeStatus } from './whole-file.ts'

export async function nameFiles(
  services: Services,
  call: Call,
  { id: importId, files }: { id: string; files: readonly ArchiveFileInput[] },
): Promise<{ files: ArchiveFileState[] }> {
  const member = memberOf(call)
  const at = services.clock.now()
  return services.database.transact(member, async (tx) => {
    const { businessId } = await requireManager(tx, member)
    const row = await lockImport(tx, importId)
    if (!row) throw new AppError('not-found')
    if (row.status === 'cancelled') throw new AppError('conflict', { text: 'This import has ended.' })
    const named = await addFiles(
      tx,
      { importId, businessId },
      files.map((file) => ({ ...file, id: timeOrderedId(at), ...firstStatus(file) })),
      at,
    )
    await requireWithinLimits(tx, importId)
    const isOpenAgain = row.status === 'done' && named.some(({ status }) => status === 'arriving')
    await updateImport(tx, importId, {
      updated_at: at,
      ...(isOpenAgain && { status: 'running', done_at: null }),
    })
    publishArchive(tx, businessId, importId)
    return { files: named.map(asState) }
  })
}

/** What is known from the name and size is said before anything is sent. */
function firstStatus({ path, sizeBytes }: ArchiveFileInput): {
  status: 'arriving' | 'refused'
  text: string | null
} {
  if (sizeBytes === 0) return { status: 'refused', text: uploadRefusals.empty }
  if (sizeBytes > documentLimits.uploadMaxBytes && !isZip({ path }))
    return { status: 'refused', text: uploadRefusals['too-large'] }
  if (/\.hei[cf]$/i.test(path)) return { status: 'refused', text: heicRefusal }
  return { status: 'arriving', text: null }
}

/** Where the browser can show such photos, it sends them as JPG. */
const heicRefusal =
  'This browser can’t open HEIC photos. Save it as a JPG, or add it in Safari on an iPhone, iPad or Mac.'

async function requireWithinLimits(tx: Transaction, importId: string): Promise<void> {
  const { files, bytes } = await totalsOf(tx, importId)
  if (files > archiveLimits.files || bytes > archiveLimits.bytes) {
    throw new AppError('conflict', {
      text: 'One import can have up to 10,000 files and 20 GB. Add the others in another one.',
    })
  }
}

const asState = ({ id, received_bytes, status }: FileRow): ArchiveFileState => ({
  id,
  receivedBytes: received_bytes,
  isWanted: status === 'arriving',
})

export interface PieceContext {
  services: Services
  call: Call
  places: UploadPlaces
  arriving: ArrivingBody
}

export async function receivePiece(
  context: PieceContext,
  id: string,
  parts: AsyncIterable<UploadPart>,
): Promise<ArchiveFileState> {
  const { file } = await requireFile(context.services, context.call, id)
  const fields: Record<string, string> = {}
  let received: FileRow | undefined
  for await (const part of parts) {
    if (part.kind === 'field') fields[part.name] = part.value
    else if (part.field !== 'piece' || received) throw new AppError('malformed-request')
    else {
      const { at } = parseForm(ArchivePieceForm, fields, []).form
      received = await storePiece(context, file, { at, content: part.content })
    }
  }
  if (!received) throw new AppError('malformed-request')
  return asState(received)
}

/** Only the last piece may be short. Otherwise a file of many tiny pieces would take far more disk than its size. */
async function storePiece(
  { services, places, arriving }: PieceContext,
  file: FileRow,
  { at, content }: { at: number; content: AsyncIterable<Buffer> },
): Promise<FileRow> {
  const { files, database, clock, jobs } = services
  if (file.status !== 'arriving' || at !== file.received_bytes) throw new AppError('conflict')
  const wholeBytes = Math.min(archiveLimits.pieceBytes, file.size_bytes - at)
  const draft = await places.documents.use(arriving, () =>
    files.put({ documentId: file.id, rendition: `piece-${at}`, version: 1 }, content, {
      maxBytes: wholeBytes,
    }),
  )
  let isPublished = false
  try {
    const stored = await database.transact(systemActor, async (tx) => {
      if (draft.sizeBytes < wholeBytes) throw new AppError('conflict')
      const isWhole = at + wholeBytes === file.size_bytes
      const status = isWhole ? wholeStatus(file) : 'arriving'
      const row = await addReceived(tx, { id: file.id, at, bytes: wholeBytes, status })
      if (!row) throw new AppError('conflict')
      await files.publish(tx, draft)
      await updateImport(tx, row.import_id, { updated_at: clock.now() })
      if (isWhole) {
        await goOnWith(jobs, tx, row)
        publishArchive(tx, row.business_id, row.import_id)
      }
      return row
    })
    isPublished = true
    return stored
  } finally {
    if (!isPublished) await files.discard(draft)
  }
}
