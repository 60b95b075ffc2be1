import type { DocumentType } from '@exempta/contract/documents'
import { AppError } from '../../platform/app-error.ts'
import type { Call } from '../../platform/call.ts'
import type { FileIdentity } from '../../platform/crypto/file-identity.ts'
import type { ByteRange } from '../../platform/crypto/open-stream.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
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

/** The first picture of a document is the opening of it: recorded once for each time the address is confirmed. */
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
): Promise<FileAnswer<DocumentType>> {
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

/** Always whole, never a range of it: so each download is one row in the history, and no part leaves without one. */
async function contentOf({ files }: Services, file: FileIdentity, part: ByteRange) {
  const { stream } = await files.get(file, part)
  return { sizeBytes: part.end - part.start, content: stream }
}
