import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
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
import { stamp } from './stamp.ts'
import { requireShared, type Viewer, type ViewerKey } from './viewer.ts'

export interface SharedPage {
  id: string
  version: number | undefined
  page: number
}

/** The first picture of a document is the opening of it: recorded once for each time the address is confirmed. */
export async function openSharedPage(
  services: Services,
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
  return open(services, shared.hasWatermark ? viewer : undefined, {
    file: { documentId: id, rendition: page.rendition, version: page.version },
    part: { start: page.start_byte, end: page.end_byte },
    answer: {
      name: `page-${number}.${page.type === 'image/png' ? 'png' : 'jpg'}`,
      contentType: page.type,
      isInline: true,
      recordOpening: () =>
        services.database.transact(systemActor, async (tx) => {
          const { viewer, shared } = await requireShared(services, tx, key, { id, version })
          if (await noteOpening(tx, viewer.id, shared.shareId))
            await recordShareView(services, tx, call, { shareId: shared.shareId, act: 'viewed' })
        }),
    },
  })
}

export async function downloadShared(
  services: Services,
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
  return open(services, hasWatermark ? viewer : undefined, {
    file: { documentId: id, rendition: 'redacted', version },
    part: { start: 0, end: sizeBytes },
    answer: {
      name,
      contentType: type,
      recordOpening: () =>
        services.database.transact(systemActor, async (tx) => {
          const { shareId } = (await find(tx)).shared
          await recordShareView(services, tx, call, { shareId, act: 'downloaded' })
        }),
    },
  })
}

interface ToOpen<Type extends string> {
  file: FileIdentity
  part: ByteRange
  answer: Pick<FileAnswer<Type>, 'name' | 'contentType' | 'isInline' | 'recordOpening'>
}

/** Always whole, never a part: so each download is one row in the history, and no part goes without. */
async function open<Type extends string>(
  services: Services,
  stampFor: Viewer | undefined,
  { file, part, answer }: ToOpen<Type>,
): Promise<FileAnswer<Type>> {
  const { stream } = await services.files.get(file, part)
  if (!stampFor) return { ...answer, sizeBytes: part.end - part.start, content: stream }
  const stamped = await stamp(services, await buffer(stream), stampFor)
  return { ...answer, sizeBytes: stamped.length, content: Readable.from([Buffer.from(stamped)]) }
}
