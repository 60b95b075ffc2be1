import { createHmac, type Hmac, type KeyObject } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { DocumentType } from '@exempta/contract/documents'
import { detectFileType, fileHeadBytes, wrongTypeRefusal } from '@exempta/contract/documents/file-types'
import { type UploadRefusal, uploadRefusals } from '@exempta/contract/documents/files'
import { documentLimits } from '@exempta/contract/documents/limits'

/** One file is refused; the other files of the request are not affected. */
export class UploadRefused extends Error {
  readonly code: UploadRefusal

  constructor(code: UploadRefusal, text: string = uploadRefusals[code]) {
    super(text)
    this.name = 'UploadRefused'
    this.code = code
  }
}

/**
 * One file while it arrives: its type is known before anything is stored, its size and hash after everything
 * was read.
 */
export class UntrustedContent implements AsyncIterable<Buffer> {
  readonly type: DocumentType
  sizeBytes = 0
  readonly #head: Buffer
  readonly #rest: AsyncIterator<Buffer>
  readonly #hash: Hmac

  private constructor(type: DocumentType, head: Buffer, rest: AsyncIterator<Buffer>, hash: Hmac) {
    this.type = type
    this.#head = head
    this.#rest = rest
    this.#hash = hash
  }

  /** Reads enough to detect the type and refuses unsupported ones. */
  static async open(
    { content, untrustedName }: { content: Readable; untrustedName: string },
    key: KeyObject,
    ownerId: string,
  ): Promise<UntrustedContent> {
    const rest = content.iterator({ destroyOnReturn: false })
    try {
      const pieces: Buffer[] = []
      let held = 0
      while (held < fileHeadBytes) {
        const { done, value } = await rest.next()
        if (done) break
        pieces.push(value)
        held += value.length
      }
      const head = Buffer.concat(pieces)
      if (head.length === 0) throw new UploadRefused('empty')
      const type = detectFileType(head)
      if (!type) throw new UploadRefused(wrongTypeRefusal(untrustedName))
      return new UntrustedContent(type, head, rest, createHmac('sha256', key).update(`${ownerId}\0`))
    } catch (error) {
      await closeReader(rest)
      throw error
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, void, void> {
    try {
      yield this.#counted(this.#head)
      for (let next = await this.#rest.next(); !next.done; next = await this.#rest.next()) {
        yield this.#counted(next.value)
      }
    } finally {
      await closeReader(this.#rest)
    }
  }

  /** Call once, after everything was read. */
  hash(): Buffer {
    return this.#hash.digest()
  }

  #counted(piece: Buffer): Buffer {
    this.sizeBytes += piece.length
    if (this.sizeBytes > documentLimits.uploadMaxBytes) throw new UploadRefused('too-large')
    this.#hash.update(piece)
    return piece
  }
}

/** Without this, a reader that stops early would block the rest of the request forever. */
const closeReader = (reader: AsyncIterator<Buffer>) => reader.return?.()
