import type { DocumentType } from '@exempta/contract/documents'
import { AppError } from '../../platform/app-error.ts'
import type { Call } from '../../platform/call.ts'
import type { FileIdentity } from '../../platform/crypto/file-identity.ts'
import type { ByteRange } from '../../platform/crypto/open-stream.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { FileAnswer } from '../../platform/http/send-file.ts'
import type { Services } from '../../platform/services.ts'
import { recordShareView } from '../shares/index.ts'
import { listPages, noteOpening } from './queries.ts'
import type { Stamps } from './stamp.ts'
import { requireShared, type ViewerKey } from './viewer.ts'

export interface SharedPage {
  id: string
  version: number | undefined
  page: number
}

/** The first picture of a document is the opening of it: written down once for each proof of the address. */
export async function openSharedPage(
  services: Services,
  stamps: Stamps,
  call: Call,
  key: ViewerKey,
  { id, version, page: number }: SharedPage,
): Promise<FileAnswer<'image/jpeg' | 'image/png'>> {
  const { viewer, shared, page } = await services.database.transact(systemActor, async (tx) => {
    const found = await requireShared(services, tx, key, { id, version })
    const pages = await listPages(tx, id, found.shared.version)
    const { shareId } = found.shared
    if (await noteOpening(tx, found.viewer.id, shareId)) {
      await recordShareView(services, tx, call, { shareId, act: 'viewed' })
    }
    return { ...found, page: pages[number - 1] }
  })
  if (!page) throw new AppError('not-found')
  const answer = {
    name: `page-${number}.${page.type === 'image/png' ? 'png' : 'jpg'}`,
    contentType: page.type,
    isInline: true,
  }
  const file = { documentId: id, rendition: page.rendition, version: page.version }
  const part = { start: page.start_byte, end: page.end_byte }
  if (!shared.hasWatermark) return { ...answer, ...partOf(services, file, part) }
  const stamped = await stamps.open({ viewer, shareId: shared.shareId, file, part, page: number })
  return { ...answer, ...wholeOf(services, stamped) }
}

/** `isRead` is false when only the headers are asked for. */
export async function downloadShared(
  services: Services,
  stamps: Stamps,
  call: Call,
  key: ViewerKey,
  { id, isRead }: { id: string; isRead: boolean },
): Promise<FileAnswer<DocumentType>> {
  const { viewer, shared } = await services.database.transact(systemActor, async (tx) => {
    const found = await requireShared(services, tx, key, { id })
    if (!found.shared.canDownload) throw new AppError('view-only')
    const { shareId } = found.shared
    if (isRead) await recordShareView(services, tx, call, { shareId, act: 'downloaded' })
    return found
  })
  const { name, type, version, sizeBytes, hasWatermark } = shared
  const answer = { name, contentType: type }
  const file = { documentId: id, rendition: 'redacted', version }
  const part = { start: 0, end: sizeBytes }
  if (!hasWatermark) return { ...answer, ...partOf(services, file, part) }
  const stamped = await stamps.open({ viewer, shareId: shared.shareId, file, part, page: 0 })
  return { ...answer, ...wholeOf(services, stamped) }
}

type Content = Pick<FileAnswer<string>, 'sizeBytes' | 'content'>

const partOf = ({ files }: Services, file: FileIdentity, part: ByteRange): Content => ({
  sizeBytes: part.end - part.start,
  content: async ({ start, end }: ByteRange) =>
    (await files.get(file, { start: part.start + start, end: part.start + end })).stream,
})

const wholeOf = (
  services: Services,
  { file, sizeBytes }: { file: FileIdentity; sizeBytes: number },
): Content => partOf(services, file, { start: 0, end: sizeBytes })
