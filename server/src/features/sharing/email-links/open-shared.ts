import { buffer } from 'node:stream/consumers'
import type { DocumentType } from '@exempta/contract/documents'
import { AppError } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'
import type { ByteRange } from '../../../platform/crypto/sealed-stream.ts'
import type { FileIdentity } from '../../../platform/crypto/wrap-key.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { FileAnswer, RecordOpening } from '../../../platform/http/send-file.ts'
import { SandboxError } from '../../../platform/sandbox/sandbox.ts'
import type { Services } from '../../../platform/services.ts'
import { recordShareView } from '../index.ts'
import { listPages, lockStampedShare, noteOpening } from './queries.ts'
import { requireShared, type Viewer, type ViewerKey } from './viewer.ts'

export interface ToStamp {
  viewer: Viewer
  shareId: string
  /** The file to stamp: the whole document or one page image. */
  file: FileIdentity
  part: ByteRange
  /** The number of the page image; 0 for the whole file. */
  page: number
}

const retryAfterSeconds = 5
/** How many stamps of one link may wait; a viewer shows a few pages at a time. */
const waitingPerLink = 16
const stampedMaxBytes = 256 * 1024 * 1024

/**
 * Files and images with a watermark that names the viewer and the time. Each is made once per viewer and
 * version and stored encrypted with the document's other files; migration 0057 defines when it is removed. A
 * link has one stamp made at a time, so that no recipient can use up the sandbox.
 */
export class Stamps {
  readonly #services: Services
  readonly #making = new Map<string, Promise<void>>()
  readonly #links = new Map<string, { waiting: number; last: Promise<void> }>()

  constructor(services: Services) {
    this.#services = services
  }

  /** Makes the stamped file unless it exists. The caller has checked access. */
  async open(toStamp: ToStamp): Promise<{ file: FileIdentity; sizeBytes: number }> {
    const file = stampedFile(toStamp)
    const known = await this.#services.files.sizeOf(file)
    if (known !== undefined) return { file, sizeBytes: known }
    const key = `${file.documentId} ${file.rendition} ${file.version}`
    await (this.#making.get(key) ?? this.#make(key, toStamp))
    const sizeBytes = await this.#services.files.sizeOf(file)
    if (sizeBytes === undefined) throw new AppError('not-found')
    return { file, sizeBytes }
  }

  #make(key: string, toStamp: ToStamp): Promise<void> {
    const { linkId } = toStamp.viewer
    const link = this.#links.get(linkId) ?? { waiting: 0, last: Promise.resolve() }
    if (link.waiting >= waitingPerLink) throw new AppError('too-many-requests', { retryAfterSeconds })
    link.waiting++
    this.#links.set(linkId, link)
    const making = link.last
      .then(() => makeStamp(this.#services, toStamp))
      .finally(() => {
        this.#making.delete(key)
        if (--link.waiting === 0) this.#links.delete(linkId)
      })
    // The next stamp of the link runs whether or not this one failed.
    link.last = making.catch(() => {})
    this.#making.set(key, making)
    return making
  }
}

const digitsOf = (id: string, count: number) => id.replaceAll('-', '').slice(0, count)

/** Migration 0057 finds the file by this name. */
function stampedFile({ viewer, file, page }: ToStamp): FileIdentity {
  const rendition = `st-${digitsOf(viewer.linkId, 16)}-${digitsOf(viewer.id, 12)}-${page}`
  return { documentId: file.documentId, version: file.version, rendition }
}

/** Output of a sandboxed process is parsed only in a sandbox again, never in this process. */
async function makeStamp(services: Services, toStamp: ToStamp): Promise<void> {
  const { viewer, shareId, file, part } = toStamp
  const time = `${viewer.since.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const source = await services.files.get(file, part)
  const stamped = await inSandbox(services, await buffer(source.stream), [viewer.email, time])
  const draft = await services.files.put(stampedFile(toStamp), stamped, { maxBytes: stampedMaxBytes })
  let isKept = false
  try {
    isKept = await services.database.transact(systemActor, async (tx) => {
      // The share was revoked, closed or replaced meanwhile, and nothing would ever remove the file.
      if (!(await lockStampedShare(tx, { shareId, viewerId: viewer.id, version: file.version }))) return false
      await services.files.publish(tx, draft)
      return true
    })
  } catch (error) {
    // Another server has made the same stamp.
    if (!(error instanceof AppError && error.code === 'conflict')) throw error
  } finally {
    if (!isKept) await services.files.discard(draft)
  }
}

async function inSandbox({ sandbox }: Services, bytes: Uint8Array, stamp: string[]): Promise<Uint8Array> {
  try {
    const result = await sandbox.redact(bytes, { boxes: [], stamp, whenFull: 'queue' })
    if (result.verdict === 'refused') throw new Error(`A redacted file was refused: ${result.reason}.`)
    return result.output
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error
    throw new AppError('unavailable', { retryAfterSeconds, cause: error })
  }
}

export interface SharedPage {
  id: string
  version: number | undefined
  page: number
}

/** The first page image counts as the opening, which is recorded once per confirmed viewer session. */
export async function openSharedPage(
  services: Services,
  stamps: Stamps,
  call: Call,
  key: ViewerKey,
  { id, version, page: number }: SharedPage,
): Promise<FileAnswer<'image/jpeg' | 'image/png', RecordOpening>> {
  const { viewer, shared, page } = await services.database.transact(systemActor, async (tx) => {
    const found = await requireShared(services, tx, key, { id, version })
    const pages = await listPages(tx, id, found.shared.version)
    return { ...found, page: pages[number - 1] }
  })
  if (!page) throw new AppError('not-found')
  const answer = {
    name: `page-${number}.${page.type === 'image/png' ? 'png' : 'jpg'}`,
    contentType: page.type,
    isInline: true,
    recordOpening: () =>
      services.database.transact(systemActor, async (tx) => {
        const { viewer, shared } = await requireShared(services, tx, key, { id, version })
        if (await noteOpening(tx, viewer.id, shared.shareId))
          await recordShareView(services, tx, call, { shareId: shared.shareId, act: 'viewed' })
      }),
  }
  const file = { documentId: id, rendition: page.rendition, version: page.version }
  const part = { start: page.start_byte, end: page.end_byte }
  if (!shared.hasWatermark) return { ...answer, ...(await contentOf(services, file, part)) }
  const stamped = await stamps.open({ viewer, shareId: shared.shareId, file, part, page: number })
  return { ...answer, ...(await contentOf(services, stamped.file, { start: 0, end: stamped.sizeBytes })) }
}

export async function downloadShared(
  services: Services,
  stamps: Stamps,
  call: Call,
  key: ViewerKey,
  id: string,
): Promise<FileAnswer<DocumentType, RecordOpening>> {
  const find = async (tx: Transaction) => {
    const found = await requireShared(services, tx, key, { id })
    if (!found.shared.canDownload) throw new AppError('view-only')
    return found
  }
  const { viewer, shared } = await services.database.transact(systemActor, find)
  const { name, type, version, sizeBytes, hasWatermark } = shared
  const answer = {
    name,
    contentType: type,
    recordOpening: () =>
      services.database.transact(systemActor, async (tx) => {
        const { shareId } = (await find(tx)).shared
        await recordShareView(services, tx, call, { shareId, act: 'downloaded' })
      }),
  }
  const file = { documentId: id, rendition: 'redacted', version }
  const part = { start: 0, end: sizeBytes }
  if (!hasWatermark) return { ...answer, ...(await contentOf(services, file, part)) }
  const stamped = await stamps.open({ viewer, shareId: shared.shareId, file, part, page: 0 })
  return { ...answer, ...(await contentOf(services, stamped.file, { start: 0, end: stamped.sizeBytes })) }
}

/** Sends the whole file and never a range, so that each download is exactly one row in the history. */
async function contentOf({ files }: Services, file: FileIdentity, part: ByteRange) {
  const { stream } = await files.get(file, part)
  return { sizeBytes: part.end - part.start, content: stream }
}
