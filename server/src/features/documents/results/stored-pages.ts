import { buffer } from 'node:stream/consumers'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { FinishedPage, FinishedPages } from '../../../platform/sandbox/sandbox.ts'
import type { Services } from '../../../platform/services.ts'
import { type DocumentRow, lockDocument } from '../queries/documents.ts'

/** The version of a document that is being made page by page. */
export interface VersionInProgress {
  documentId: string
  version: number
}

export interface StoredPagesOptions {
  /** Whether the locked document still needs this version. */
  isWanted(document: DocumentRow, tx: Transaction): boolean | Promise<boolean>
  /** Runs in the transaction that stores the page. */
  onStored?(tx: Transaction): Promise<void>
  /** Runs after that transaction; throwing stops the work before the next page. */
  afterPage?(): Promise<void>
}

/**
 * The document was deleted, or another worker finished or gave up this version, so there is nothing left to
 * do.
 */
export class NoLongerNeededError extends Error {
  override name = 'NoLongerNeededError'
}

const prefix = 'part-'
const renditionOf = (page: number) => `${prefix}${page}`

/**
 * Stores finished pages of an unfinished version, encrypted, so that another worker can continue after them.
 */
export async function storedPages(
  services: Services,
  { documentId, version }: VersionInProgress,
  { isWanted, onStored: onKept, afterPage }: StoredPagesOptions,
): Promise<FinishedPages> {
  const { database, files } = services
  let count = await database.transact(systemActor, (tx) => files.count(tx, { documentId, version, prefix }), {
    readOnly: true,
  })
  return {
    get count() {
      return count
    },
    async add(page) {
      const draft = await files.put({ documentId, version, rendition: renditionOf(count + 1) }, pack(page))
      let isKept = false
      try {
        isKept = await database.transact(systemActor, async (tx) => {
          const document = await lockDocument(tx, documentId)
          if (!document || !(await isWanted(document, tx))) return false
          await files.publish(tx, draft)
          await onKept?.(tx)
          return true
        })
      } finally {
        if (!isKept) await files.discard(draft)
      }
      if (!isKept) throw new NoLongerNeededError()
      count++
      await afterPage?.()
    },
    async load(wanted) {
      const pages: FinishedPage[] = []
      for (let page = 1; page <= wanted; page++) {
        const { stream } = await files.get({ documentId, version, rendition: renditionOf(page) })
        pages.push(unpack(await buffer(stream)))
      }
      return pages
    },
  }
}

/** Call in the transaction that finishes the version or gives it up. */
export async function destroyStoredPages(
  { files }: Services,
  tx: Transaction,
  { documentId, version }: VersionInProgress,
): Promise<void> {
  await files.destroy(tx, { documentId, version, prefix })
}

const lengthBytes = 4

/** Packs a page into one file: the header's length, the header as JSON, then the bytes of its files. */
function pack({ file, picture, thumbnail, ...page }: FinishedPage): Buffer {
  const contents = thumbnail ? [file, picture, thumbnail] : [file, picture]
  const head = Buffer.from(JSON.stringify({ page, sizes: contents.map(({ length }) => length) }))
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(head.length)
  return Buffer.concat([length, head, ...contents])
}

function unpack(bytes: Buffer): FinishedPage {
  let at = lengthBytes + bytes.readUInt32BE()
  const { page, sizes } = JSON.parse(bytes.toString('utf8', lengthBytes, at)) as {
    page: Omit<FinishedPage, 'file' | 'picture' | 'thumbnail' | 'uncertain'>
    sizes: number[]
  }
  const [file, picture, thumbnail] = sizes.map((size) => {
    at += size
    return bytes.subarray(at - size, at)
  })
  if (!file || !picture) throw new Error('A kept page is not whole.')
  // A page that the release before this one has kept does not say what is uncertain on it.
  return { uncertain: [], ...page, file, picture, ...(thumbnail && { thumbnail }) }
}
