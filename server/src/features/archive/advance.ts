/**
 * Moves an import forward: sorts what was read, and sends the next files to be read. Every step is a transaction of its
 * own that checks where its file is, so the job can be killed anywhere and run again.
 */
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { archiveLimits } from '@exempta/contract/archive/limits'
import { AppError } from '../../platform/app-error.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import { addStoredDocument, UploadRefused } from '../documents/index.ts'
import { advanceImportJob } from './advance-job.ts'
import { publishArchive } from './imports.ts'
import { limits } from './limits.ts'
import { ownerCall } from './owner.ts'
import {
  countIn,
  type FileRow,
  findShare,
  listArriving,
  listRead,
  listWaiting,
  lockFile,
  updateFile,
} from './queries/files.ts'
import { listOpenImports, lockImport, updateImport } from './queries/imports.ts'
import { settleFile } from './settle-file.ts'

export async function advanceImport(
  services: Services,
  importId: string,
  signal: AbortSignal,
): Promise<void> {
  await settleRead(services, importId, signal)
  await beginWaiting(services, importId, signal)
  await finishImport(services, importId)
}

async function settleRead(services: Services, importId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const ids = await services.database.transact(
      systemActor,
      (tx) => listRead(tx, importId, limits.filesSettledAtOnce),
      { readOnly: true },
    )
    for (const id of ids) {
      signal.throwIfAborted()
      await settleFile(services, id)
    }
    if (ids.length < limits.filesSettledAtOnce) return
  }
}

async function beginWaiting(services: Services, importId: string, signal: AbortSignal): Promise<void> {
  const waiting = await services.database.transact(systemActor, async (tx) => {
    const row = await lockImport(tx, importId)
    if (row?.status !== 'running') return []
    const reading = await countIn(tx, importId, ['reading'])
    return listWaiting(tx, importId, Math.max(0, limits.filesReading - reading))
  })
  for (const file of waiting) {
    signal.throwIfAborted()
    await beginFile(services, file)
  }
}

const quota = { documents: archiveLimits.documents, megabytes: archiveLimits.megabytes }

/** From here on it is a file like any other. Its pieces are destroyed in the transaction that makes the document. */
async function beginFile(services: Services, file: FileRow): Promise<void> {
  const { database, files, clock } = services
  const owner = await database.transact(systemActor, (tx) => ownerCall(tx, file.import_id), {
    readOnly: true,
  })
  if (!owner) return
  try {
    const { untrustedName, content } = await contentOf(services, file)
    await addStoredDocument(services, owner, {
      untrustedName,
      content,
      quota,
      within: async (tx, document, isNew) => {
        const current = await lockFile(tx, file.id)
        // Another worker has taken it, or it was cancelled meanwhile.
        if (current?.status !== 'waiting') throw new TakenError()
        await files.destroy(tx, { documentId: file.id })
        await updateFile(
          tx,
          file.id,
          isNew
            ? { status: 'reading', document_id: document.id }
            : {
                status: 'duplicate',
                text: `The same file as ${document.name}.`,
                settled_at: clock.now(),
              },
        )
        const share = isNew ? undefined : await findShare(tx, document.id, file.business_id)
        if (share) {
          await services.hooks.run(tx, 'certificateAdded', { importId: file.import_id, shareId: share.id })
        }
        publishArchive(tx, file.business_id, file.import_id)
      },
    })
  } catch (error) {
    if (error instanceof TakenError) return
    if (error instanceof TiffRefusedError) return refuse(services, file, error.message)
    if (!(error instanceof UploadRefused)) throw error
    if (error.code === 'quota-waiting') throw new AppError('unavailable', { cause: error })
    await refuse(services, file, error.message)
  }
}

class TakenError extends Error {
  override name = 'TakenError'
}

/** In words for the person. */
class TiffRefusedError extends Error {
  override name = 'TiffRefusedError'
}

const tiffMarks = ['II*\0', 'MM\0*']

/** A TIFF becomes a PDF first, in the sandbox. */
async function contentOf(services: Services, file: FileRow) {
  const pieces = () => Readable.from(readPieces(services, file))
  if (!/\.tiff?$/i.test(file.path)) return { untrustedName: file.path, content: pieces() }
  const bytes = await buffer(pieces())
  if (!tiffMarks.includes(bytes.toString('latin1', 0, 4))) {
    throw new TiffRefusedError('This file isn’t a TIFF. Save it as a PDF, JPG or PNG.')
  }
  const converted = await services.sandbox.convertTiff(bytes)
  if ('advice' in converted) throw new TiffRefusedError(converted.advice)
  return { untrustedName: `${file.path}.pdf`, content: Readable.from([Buffer.from(converted.file)]) }
}

async function refuse({ database, files, clock }: Services, file: FileRow, text: string): Promise<void> {
  await database.transact(systemActor, async (tx) => {
    const current = await lockFile(tx, file.id)
    if (current?.status !== 'waiting') return
    await files.destroy(tx, { documentId: file.id })
    await updateFile(tx, file.id, { status: 'refused', text, settled_at: clock.now() })
    publishArchive(tx, file.business_id, file.import_id)
  })
}

async function* readPieces(
  { files }: Services,
  { id, size_bytes }: Pick<FileRow, 'id' | 'size_bytes'>,
): AsyncGenerator<Buffer, void, void> {
  for (let at = 0; at < size_bytes; ) {
    const piece = await files.get({ documentId: id, rendition: `piece-${at}`, version: 1 })
    for await (const bytes of piece.stream) yield bytes
    at += piece.sizeBytes
  }
}

/** An import is done once nothing is left to arrive or to be read. Questions can be answered at any time. */
async function finishImport({ database, clock }: Services, importId: string): Promise<void> {
  await database.transact(systemActor, async (tx) => {
    const row = await lockImport(tx, importId)
    if (row?.status !== 'running') return
    if ((await countIn(tx, importId, ['arriving', 'unpacking', 'waiting', 'reading', 'splitting'])) > 0)
      return
    const at = clock.now()
    await updateImport(tx, importId, { status: 'done', updated_at: at, done_at: at })
    publishArchive(tx, row.business_id, importId)
  })
}

/** Goes on with imports whose job was given up, and gives up files that didn't arrive. */
export async function sweepImports(services: Services): Promise<void> {
  const { database, jobs, clock } = services
  const since = new Date(clock.now().getTime() - archiveLimits.unfinishedMs)
  const open = await database.transact(systemActor, listOpenImports, { readOnly: true })
  for (const { id: importId, updated_at, business_id } of open) {
    await database.transact(systemActor, async (tx) => {
      if (updated_at < since) await giveUpArriving(services, tx, importId, business_id)
      await jobs.enqueue(tx, advanceImportJob, { importId })
    })
  }
}

async function giveUpArriving(
  { clock, files }: Services,
  tx: Transaction,
  importId: string,
  businessId: string,
): Promise<void> {
  for (const { id } of await listArriving(tx, importId)) {
    await files.destroy(tx, { documentId: id })
    await updateFile(tx, id, {
      status: 'refused',
      text: 'It didn’t arrive completely. Add it again.',
      settled_at: clock.now(),
    })
  }
  publishArchive(tx, businessId, importId)
}
