import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { AppError } from '../../../platform/app-error.ts'
import { type Call, type MemberActor, memberOf } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { FileAnswer, RecordOpening } from '../../../platform/http/send-file.ts'
import type { Services } from '../../../platform/services.ts'
import { isSameView, recordShareView } from '../../sharing/index.ts'
import { findPage } from '../queries/versions.ts'
import { findVisibleDocument, type VisibleDocument } from '../queries/viewers.ts'
import { openRendition } from './open-files.ts'

export interface PictureOf {
  id: string
  /** The version shown on the page; defaults to the current one. */
  version: number | undefined
}

export async function openThumbnail(
  services: Services,
  call: Call,
  picture: PictureOf,
): Promise<FileAnswer<'image/jpeg', 'never'> & { content: Readable }> {
  const viewer = memberOf(call)
  const { document } = await services.database.transact(
    viewer,
    (tx) => visible(services, tx, viewer, picture),
    { readOnly: true },
  )
  const { id, version } = document
  const { stream, sizeBytes } = await services.files.get({ documentId: id, rendition: 'thumbnail', version })
  return {
    name: 'thumbnail.jpg',
    contentType: 'image/jpeg',
    sizeBytes,
    content: stream,
    isInline: true,
    // Thumbnails are unreadable and appear in lists, so showing one does not count as opening the document.
    recordOpening: 'never',
  }
}

const readAtOnce = 8

/** Lists show many thumbnails, so one call gets all of them. What the caller cannot see is left out. */
export async function listThumbnails(services: Services, call: Call, pictures: readonly PictureOf[]) {
  const thumbnails: { id: string; jpeg: string }[] = []
  for (let at = 0; at < pictures.length; at += readAtOnce) {
    const some = pictures.slice(at, at + readAtOnce)
    const read = await Promise.all(some.map((picture) => readThumbnail(services, call, picture)))
    thumbnails.push(...read.filter((one) => one !== undefined))
  }
  return { thumbnails }
}

async function readThumbnail(services: Services, call: Call, picture: PictureOf) {
  try {
    const { content } = await openThumbnail(services, call, picture)
    return { id: picture.id, jpeg: (await buffer(content)).toString('base64') }
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return undefined
    throw error
  }
}

export async function openPagePicture(
  services: Services,
  call: Call,
  picture: PictureOf & { page: number },
): Promise<FileAnswer<'image/jpeg' | 'image/png', RecordOpening>> {
  const viewer = memberOf(call)
  const { page, isNewLook } = await services.database.transact(
    viewer,
    async (tx) => {
      const { document, share } = await visible(services, tx, viewer, picture)
      const page = await findPage(tx, document.id, document.version, picture.page)
      const isNewLook =
        share && (share.isFirstViewPending || !(await isSameView(services, tx, share.id, viewer.id)))
      return { page, isNewLook }
    },
    { readOnly: true },
  )
  if (!page) throw new AppError('not-found')
  return openRendition(
    services,
    { documentId: page.document_id, rendition: page.rendition, version: page.version },
    {
      name: `page-${page.page}.${page.type === 'image/png' ? 'png' : 'jpg'}`,
      contentType: page.type,
      part: { start: page.start_byte, end: page.end_byte },
      isInline: true,
      recordOpening: async () => {
        if (isNewLook) await recordPageView(services, call, picture)
      },
    },
  )
}

/** Opening a page image counts as viewing the document. */
function recordPageView(services: Services, call: Call, picture: PictureOf): Promise<void> {
  const viewer = memberOf(call)
  return services.database.transact(viewer, async (tx) => {
    const { share } = await visible(services, tx, viewer, picture)
    if (share) await recordShareView(services, tx, call, { shareId: share.id, act: 'viewed' })
  })
}

async function visible(
  { clock }: Services,
  tx: Transaction,
  viewer: MemberActor,
  { id, version }: PictureOf,
): Promise<VisibleDocument> {
  const found = await findVisibleDocument(tx, viewer, id, clock.now())
  if (!found || (version !== undefined && version !== found.document.version)) throw new AppError('not-found')
  return found
}
