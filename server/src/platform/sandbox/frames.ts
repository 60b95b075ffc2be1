/** Messages on the pipe between the server and the engine: a head in JSON, then parts of plain bytes. */
import type { Readable, Writable } from 'node:stream'

export interface Frame {
  head: unknown
  parts: Uint8Array[]
}

const prefixBytes = 8
const headMaxBytes = 64 * 1024 * 1024
const bodyMaxBytes = 512 * 1024 * 1024

export function writeFrame(pipe: Writable, head: unknown, parts: readonly Uint8Array[] = []): void {
  const text = Buffer.from(JSON.stringify({ head, sizes: parts.map(({ length }) => length) }))
  const prefix = Buffer.alloc(prefixBytes)
  prefix.writeUInt32BE(text.length, 0)
  prefix.writeUInt32BE(
    parts.reduce((sum, { length }) => sum + length, 0),
    4,
  )
  pipe.cork()
  for (const chunk of [prefix, text, ...parts]) pipe.write(chunk)
  pipe.uncork()
}

/** Throws at a frame that exceeds the limits, because the process may be compromised. */
export async function* readFrames(pipe: Readable): AsyncGenerator<Frame> {
  let chunks: Buffer[] = []
  let held = 0
  let wanted = prefixBytes
  for await (const chunk of pipe) {
    chunks.push(chunk)
    held += chunk.length
    while (held >= wanted) {
      const bytes = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)
      chunks = [bytes]
      const [headSize, bodySize] = [bytes.readUInt32BE(0), bytes.readUInt32BE(4)]
      if (headSize > headMaxBytes || bodySize > bodyMaxBytes) throw new Error('A frame is too large.')
      wanted = prefixBytes + headSize + bodySize
      if (held < wanted) break
      yield frameOf(bytes.subarray(0, wanted), headSize)
      const rest = bytes.subarray(wanted)
      chunks = [rest]
      held = rest.length
      wanted = prefixBytes
    }
  }
}

function frameOf(bytes: Buffer, headSize: number): Frame {
  const { head, sizes } = JSON.parse(bytes.toString('utf8', prefixBytes, prefixBytes + headSize))
  if (!Array.isArray(sizes)) throw new Error('A frame has no sizes.')
  let at = prefixBytes + headSize
  const parts = sizes.map((size) => {
    const part = bytes.subarray(at, at + Number(size))
    at += Number(size)
    return part
  })
  if (at !== bytes.length) throw new Error('A frame has another size than it says.')
  return { head, parts }
}
