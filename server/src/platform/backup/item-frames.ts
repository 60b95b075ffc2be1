import { BackupError } from './backup-error.ts'
import type { Item } from './items.ts'

/** Each item as one frame: a letter for its form, the length, then JSON or plain bytes. */
const forms = { json: 'J'.charCodeAt(0), bytes: 'B'.charCodeAt(0) }
const headBytes = 5
const frameMaxBytes = 512 * 1024 * 1024

export async function* toFrames(items: AsyncIterable<Item>): AsyncGenerator<Uint8Array, void, void> {
  for await (const item of items) {
    const isBytes = item.kind === 'bytes'
    const body = isBytes ? item.bytes : Buffer.from(JSON.stringify(item))
    if (body.length > frameMaxBytes) throw new BackupError('A row is too large for a backup.')
    const head = Buffer.alloc(headBytes)
    head.writeUInt8(isBytes ? forms.bytes : forms.json, 0)
    head.writeUInt32BE(body.length, 1)
    yield head
    yield body
  }
}

/** What arrives here was authenticated already, so its JSON is one that `toFrames` wrote. */
export async function* fromFrames(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Item, void, void> {
  const source = new ByteSource(pieces)
  for (;;) {
    const head = await source.take(headBytes)
    if (!head) return
    const length = head.readUInt32BE(1)
    if (length > frameMaxBytes) throw new BackupError('The backup has another form than this version knows.')
    const body = length === 0 ? Buffer.alloc(0) : await source.take(length)
    if (!body) throw new BackupError('The backup ends too early.')
    yield head[0] === forms.bytes ? { kind: 'bytes', bytes: body } : (JSON.parse(body.toString()) as Item)
  }
}

class ByteSource {
  readonly #pieces: AsyncIterator<Uint8Array>
  #held: Uint8Array = new Uint8Array()

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** Undefined at the end. */
  async take(length: number): Promise<Buffer | undefined> {
    const taken = Buffer.alloc(length)
    for (let filled = 0; filled < length; ) {
      if (this.#held.length === 0) {
        const { value, done } = await this.#pieces.next()
        if (done) return undefined
        this.#held = value
        continue
      }
      const part = this.#held.subarray(0, length - filled)
      taken.set(part, filled)
      filled += part.length
      this.#held = this.#held.subarray(part.length)
    }
    return taken
  }
}
