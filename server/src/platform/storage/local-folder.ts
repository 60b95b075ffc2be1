import { randomUUID } from 'node:crypto'
import { access, constants, type FileHandle, open, readdir, readFile, rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ByteRange } from '../crypto/sealed-stream.ts'
import { makeFolderDurably, writeDurably } from '../write-durably.ts'
import { inParts } from './in-parts.ts'
import {
  isObjectName,
  ObjectMissingError,
  type ObjectStore,
  StoreFullError,
  StoreUnavailableError,
} from './object-store.ts'

const partBytes = 1024 * 1024
const unfinishedFolder = 'unfinished'
const notesFolder = 'notes'
const dayFolder = /^\d{4}-\d\d-\d\d$/
const fullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** One folder per day, files readable by their owner only. */
export async function openLocalFolder(folder: string): Promise<ObjectStore> {
  const unfinished = join(folder, unfinishedFolder)
  await makeFolderDurably(unfinished)
  const pathOf = (name: string) => {
    if (!isObjectName(name)) throw new TypeError('Not a name of an object.')
    return join(folder, name)
  }

  return {
    kind: 'folder',

    async write(name, pieces) {
      const final = pathOf(name)
      const source = new SourceErrors(pieces)
      try {
        await makeFolderDurably(dirname(final))
        await writeDurably({ temporary: join(unfinished, flat(name)), final }, async (handle) => {
          for await (const part of inParts(source, partBytes)) await handle.writeFile(part)
        })
      } catch (error) {
        throw source.failed ? error : storeError(error)
      }
    },

    async read(name, part) {
      const handle = await open(pathOf(name), 'r').catch(throwMissing)
      try {
        const { size } = await handle.stat()
        if (size !== part.totalBytes) throw new ObjectMissingError()
        return readPieces(handle, part)
      } catch (error) {
        await handle.close()
        throw storeError(error)
      }
    },

    remove: (name) => rm(pathOf(name), { force: true }).catch(throwStoreError),

    async *list(after) {
      const days = await names(folder)
      for (const day of days.filter((name) => dayFolder.test(name) && name >= after.slice(0, 10))) {
        const found = await names(join(folder, day))
        yield* found.map((file) => `${day}/${file}`).filter((name) => isObjectName(name) && name > after)
      }
    },

    async removeUnfinished(before) {
      const old = (await names(unfinished)).filter((file) => file < flat(before))
      for (const file of old) await rm(join(unfinished, file), { force: true }).catch(throwStoreError)
      return old.length
    },

    async writeNote(name, text) {
      const notes = join(folder, notesFolder)
      // Sorts before every time, so that a sweep clears away what a crash left.
      const temporary = join(unfinished, `0-${name}-${randomUUID()}`)
      try {
        await makeFolderDurably(notes)
        await writeDurably({ temporary, final: join(notes, name) }, (handle) => handle.writeFile(text))
      } catch (error) {
        throw storeError(error)
      }
    },

    async readNote(name) {
      try {
        return await readFile(join(folder, notesFolder, name), 'utf8')
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw storeError(error)
      }
    },

    async check() {
      try {
        await access(unfinished, constants.R_OK | constants.W_OK)
        const { bavail, bsize } = await statfs(folder)
        return { freeBytes: bavail * bsize }
      } catch (error) {
        throw storeError(error)
      }
    },

    close: async () => {},
  }
}

const flat = (name: string) => name.replace('/', '_')

const names = async (folder: string) => (await readdir(folder).catch(throwStoreError)).sort()

async function* readPieces(handle: FileHandle, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
  try {
    const buffer = Buffer.alloc(Math.min(partBytes, end - start))
    for (let at = start; at < end; ) {
      const length = Math.min(buffer.length, end - at)
      const { bytesRead } = await handle.read(buffer, 0, length, at).catch(throwStoreError)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
      at += bytesRead
    }
  } finally {
    await handle.close()
  }
}

/** Distinguishes a failed source (an aborted upload) from a failed disk. */
class SourceErrors implements AsyncIterable<Uint8Array> {
  failed = false
  readonly #pieces: AsyncIterable<Uint8Array>

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces
  }

  async *[Symbol.asyncIterator]() {
    this.failed = true
    for await (const piece of this.#pieces) {
      this.failed = false
      yield piece
      this.failed = true
    }
    this.failed = false
  }
}

function throwMissing(cause: NodeJS.ErrnoException): never {
  throw cause.code === 'ENOENT' ? new ObjectMissingError(undefined, { cause }) : storeError(cause)
}

function throwStoreError(error: unknown): never {
  throw storeError(error)
}

function storeError(cause: unknown): unknown {
  if (!(cause instanceof Error) || !('code' in cause) || !('syscall' in cause)) return cause
  return fullCodes.has(String(cause.code))
    ? new StoreFullError({ cause })
    : new StoreUnavailableError({ cause })
}
