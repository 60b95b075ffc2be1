/**
 * ZIP files, also in one another: each file in one becomes a file of the import that waits for its turn. Nothing is
 * trusted that the ZIP says about itself before it's read: names are shown, sizes are limits. A job that was killed goes
 * on with what isn't there yet.
 */
import { Readable } from 'node:stream'
import { archiveLimits } from '@exempta/contract/archive/limits'
import { uploadRefusals } from '@exempta/contract/documents/files'
import { documentLimits } from '@exempta/contract/documents/limits'
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl'
import { systemActor } from '../../platform/db/actor.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import { maskText } from '../../platform/mask-text.ts'
import type { Services } from '../../platform/services.ts'
import { advanceImportJob } from './advance-job.ts'
import { publishArchive } from './imports.ts'
import {
  addFiles,
  deleteFile,
  type FileRow,
  findFile,
  lockFile,
  totalsOf,
  updateFile,
} from './queries/files.ts'
import { lockImport } from './queries/imports.ts'
import { storeWhole } from './store-whole.ts'
import { isZip } from './whole-file.ts'

/** Why the files of a ZIP can't be added, in words for the person. */
class ZipRefusedError extends Error {
  override name = 'ZipRefusedError'
}

const unreadable = 'We couldn’t open this ZIP file. It’s damaged, or packed in a way we don’t know.'
/** Runs again after it was killed. Nothing happens to a file that isn't to be unpacked. */
export async function unpackFile(services: Services, id: string, signal: AbortSignal): Promise<void> {
  const { database, files, clock, jobs } = services
  const find = () => database.transact(systemActor, (tx) => findFile(tx, id), { readOnly: true })
  const file = await find()
  if (file?.status !== 'unpacking') return
  let refusal: string | undefined
  try {
    await expandZip(services, file, signal)
  } catch (error) {
    if (error instanceof ZipRefusedError) refusal = error.message
    // A second run of the job that ends first deletes what this one reads.
    else if ((await find())?.status !== 'unpacking') return
    else throw error
  }
  await database.transact(systemActor, async (tx) => {
    const current = await lockFile(tx, id)
    if (current?.status !== 'unpacking') return
    await files.destroy(tx, { documentId: id })
    if (refusal === undefined) await deleteFile(tx, id)
    else await updateFile(tx, id, { status: 'refused', text: refusal, settled_at: clock.now() })
    await jobs.enqueue(tx, advanceImportJob, { importId: file.import_id })
    publishArchive(tx, file.business_id, file.import_id)
  })
}

async function expandZip(services: Services, file: FileRow, signal: AbortSignal): Promise<void> {
  const { database } = services
  // A ZIP in a ZIP in a ZIP: what is deeper is made to fill disks.
  if (file.path.split(/\.zip(?:\/|$)/i).length - 1 > archiveLimits.zipDepth) {
    throw new ZipRefusedError('This ZIP file lies too deep in others. Unpack it, and add what’s in it.')
  }
  const reader = new PieceReader(services, file)
  const zip = await openZip(reader, file.size_bytes)
  try {
    const totals = await database.transact(systemActor, (tx) => totalsOf(tx, file.import_id, file.path), {
      readOnly: true,
    })
    if (totals.files + zip.entryCount > archiveLimits.files) {
      throw new ZipRefusedError('It holds more files than one import can have (10,000). Add it in parts.')
    }
    let { bytes } = totals
    for await (const entry of entriesOf(zip)) {
      signal.throwIfAborted()
      if (isLeftOut(entry.fileName)) continue
      bytes += entry.uncompressedSize
      if (bytes > archiveLimits.bytes) {
        throw new ZipRefusedError('It holds more than one import can have (20 GB). Add it in parts.')
      }
      await addEntry(services, { parent: file, zip, reader }, entry)
    }
  } catch (error) {
    throw reader.trouble ?? error
  } finally {
    zip.close()
  }
}

/** Folders, and what computers put into ZIP files for themselves. */
const isLeftOut = (name: string) => /(\/|(^|\/)(__MACOSX\/.*|\.[^/]*|thumbs\.db|desktop\.ini))$/i.test(name)

async function addEntry(
  services: Services,
  { parent, zip, reader }: { parent: FileRow; zip: ZipFile; reader: PieceReader },
  entry: Entry,
): Promise<void> {
  const { database, clock } = services
  const at = clock.now()
  const sizeBytes = entry.uncompressedSize
  const text = refusalOf(entry)
  const path = `${parent.path}/${maskText(entry.fileName.toWellFormed().replaceAll('\0', '')).text}`
  const named = {
    id: timeOrderedId(at),
    path: path.slice(-archiveLimits.pathLength),
    sizeBytes,
    modifiedAt: parent.modified_at.toISOString(),
    status: text === null ? ('arriving' as const) : ('refused' as const),
    text,
  }
  const scope = { importId: parent.import_id, businessId: parent.business_id }
  const [row] = await database.transact(systemActor, async (tx) => {
    // What was canceled gets no more files.
    const open = await lockImport(tx, parent.import_id)
    return open?.status === 'cancelled' ? [] : addFiles(tx, scope, [named], at)
  })
  if (row?.status !== 'arriving') return
  try {
    await storeWhole(services, row, unpacked(await openEntry(zip, entry)))
  } catch (error) {
    if (!(error instanceof ZipRefusedError) || reader.trouble) throw error
    await refuseEntry(services, row, error.message)
  }
}

function refusalOf(entry: Entry): string | null {
  if (entry.isEncrypted()) return 'It’s protected by a password. Unpack it, and add it without one.'
  if (entry.uncompressedSize === 0) return uploadRefusals.empty
  const isTooLarge =
    !isZip({ path: entry.fileName }) && entry.uncompressedSize > documentLimits.uploadMaxBytes
  return isTooLarge ? uploadRefusals['too-large'] : null
}

/** What can't be unpacked is the fault of the file. */
async function* unpacked(content: Readable): AsyncGenerator<Buffer, void, void> {
  try {
    yield* content as AsyncIterable<Buffer>
  } catch (error) {
    throw new ZipRefusedError(unreadable, { cause: error })
  }
}

async function refuseEntry({ database, files, clock }: Services, row: FileRow, text: string): Promise<void> {
  await database.transact(systemActor, async (tx) => {
    await files.destroy(tx, { documentId: row.id })
    await updateFile(tx, row.id, { status: 'refused', text, settled_at: clock.now() })
  })
}

const openZip = (reader: PieceReader, sizeBytes: number): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true }
    fromRandomAccessReader(reader, sizeBytes, options, (error, zip) => {
      if (error) reject(reader.trouble ?? new ZipRefusedError(unreadable, { cause: error }))
      else resolve(zip)
    })
  })

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry, void, void> {
  for (;;) {
    const entry = await new Promise<Entry | undefined>((resolve, reject) => {
      const listeners = {
        entry: (next: Entry) => settle(() => resolve(next)),
        end: () => settle(() => resolve(undefined)),
        error: (error: Error) => settle(() => reject(new ZipRefusedError(unreadable, { cause: error }))),
      }
      function settle(answer: () => void) {
        for (const [name, listener] of Object.entries(listeners)) zip.removeListener(name, listener)
        answer()
      }
      for (const [name, listener] of Object.entries(listeners)) zip.on(name, listener)
      zip.readEntry()
    })
    if (!entry) return
    yield entry
  }
}

const openEntry = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(new ZipRefusedError(unreadable, { cause: error }))
      else resolve(stream)
    })
  })

/** Reads any part of a file that is stored in pieces. */
class PieceReader extends RandomAccessReader {
  /** A failure of ours, which isn't the file's fault. */
  trouble: unknown
  readonly #services: Services
  readonly #file: FileRow

  constructor(services: Services, file: FileRow) {
    super()
    this.#services = services
    this.#file = file
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#read(start, end), { objectMode: false })
  }

  async *#read(start: number, end: number): AsyncGenerator<Buffer, void, void> {
    const { pieceBytes } = archiveLimits
    try {
      for (let at = start; at < end; ) {
        const begin = Math.floor(at / pieceBytes) * pieceBytes
        const range = { start: at - begin, end: Math.min(end - begin, pieceBytes) }
        const piece = { documentId: this.#file.id, rendition: `piece-${begin}`, version: 1 }
        const { stream } = await this.#services.files.get(piece, range)
        for await (const bytes of stream) {
          yield bytes
          at += bytes.length
        }
      }
    } catch (error) {
      this.trouble = error
      throw error
    }
  }
}
