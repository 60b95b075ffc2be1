import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tagBytes } from './aes-gcm.ts'
import { TamperedFileError } from './errors.ts'
import {
  type ByteRange,
  chunkBytes,
  openStream,
  sealedChunkBytes,
  sealedRange,
  sealedSize,
  sealStream,
} from './sealed-stream.ts'

const key = createSecretKey(randomBytes(32))
const file = { documentId: randomUUID(), rendition: 'original', version: 1 }

async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const piece of pieces) all.push(Buffer.from(piece))
  return Buffer.concat(all)
}

function cut(bytes: Uint8Array, pieceBytes: number): Uint8Array[] {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(bytes.subarray(at, at + pieceBytes))
  return pieces
}

async function* delivered(bytes: Uint8Array, pieceBytes = 100_000) {
  yield* cut(bytes, pieceBytes)
}

const seal = (plain: Uint8Array, pieceBytes = 10_000, as = file) =>
  collect(sealStream(key, as, cut(plain, pieceBytes)))

function open(sealed: Uint8Array, sizeBytes: number, range: ByteRange = { start: 0, end: sizeBytes }) {
  const { start, end } = sealedRange(sizeBytes, range)
  return collect(openStream(key, { ...file, sizeBytes }, range, delivered(sealed.subarray(start, end))))
}

const boundarySizes = [0, 1, 2, 3].flatMap((chunks) =>
  [-1, 0, 1].map((more) => chunks * chunkBytes + more).filter((size) => size >= 0),
)

describe('sealing and opening', () => {
  test.each(boundarySizes)('gives back %i bytes, sealed to the predicted size', async (size) => {
    const plain = randomBytes(size)
    const sealed = await seal(plain)
    expect(sealed.length).toBe(sealedSize(size))
    expect((await open(sealed, size)).equals(plain)).toBe(true)
  })

  test('any range of any file comes back, however it was cut on the way', async () => {
    const size = fc.oneof(fc.constantFrom(...boundarySizes), fc.integer({ min: 0, max: 3 * chunkBytes }))
    await fc.assert(
      fc.asyncProperty(
        size,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 500, max: 200_000 }),
        async (sizeBytes, from, to, pieceBytes) => {
          const plain = randomBytes(sizeBytes)
          const sealed = await seal(plain, pieceBytes)
          const [start = 0, end = 0] = [from, to]
            .map((part) => Math.round(part * sizeBytes))
            .sort((a, b) => a - b)
          expect((await open(sealed, sizeBytes, { start, end })).equals(plain.subarray(start, end))).toBe(
            true,
          )
        },
      ),
      { numRuns: 60 },
    )
  })

  test('a range needs only its own chunks', () => {
    const sizeBytes = 10 * chunkBytes
    expect(sealedRange(sizeBytes, { start: chunkBytes, end: chunkBytes + 1 })).toEqual({
      start: sealedChunkBytes,
      end: 2 * sealedChunkBytes,
    })
    expect(sealedRange(sizeBytes, { start: 0, end: chunkBytes })).toEqual({ start: 0, end: sealedChunkBytes })
  })
})

describe('a changed file', () => {
  const sizeBytes = 2 * chunkBytes + 1000
  const plain = randomBytes(sizeBytes)
  const lastStart = 2 * sealedChunkBytes

  async function* changes(): AsyncGenerator<[string, Buffer]> {
    const sealed = await seal(plain)
    const places = {
      'first byte': 0,
      'middle of a chunk': chunkBytes / 2,
      'tag of the first chunk': chunkBytes,
      'last byte of that tag': sealedChunkBytes - 1,
      'first byte of the second chunk': sealedChunkBytes,
      'last chunk': lastStart + 5,
      'tag of the last chunk': sealed.length - tagBytes,
      'last byte': sealed.length - 1,
    }
    for (const [name, at] of Object.entries(places)) {
      const flipped = Buffer.from(sealed)
      flipped.writeUInt8(flipped.readUInt8(at) ^ 0x01, at)
      yield [`flipped: ${name}`, flipped]
    }
    const [first, second, last] = cut(sealed, sealedChunkBytes) as [Buffer, Buffer, Buffer]
    yield ['chunks swapped', Buffer.concat([second, first, last])]
    yield ['chunk doubled', Buffer.concat([first, first, last])]
    yield ['last chunk gone', Buffer.concat([first, second])]
    yield ['middle chunk gone', Buffer.concat([first, last])]
    yield ['one byte short', sealed.subarray(0, -1)]
    yield ['cut inside a tag', sealed.subarray(0, sealedChunkBytes - 3)]
    yield ['nothing left', Buffer.alloc(0)]
    yield ['a byte more', Buffer.concat([sealed, Buffer.alloc(1)])]
    yield ['a chunk more', Buffer.concat([sealed, first])]
    yield ['of another document', await seal(plain, 10_000, { ...file, documentId: randomUUID() })]
    yield ['of another rendition', await seal(plain, 10_000, { ...file, rendition: 'redacted' })]
    yield ['of another version', await seal(plain, 10_000, { ...file, version: 2 })]
    yield ['under another key', await collect(sealStream(createSecretKey(randomBytes(32)), file, [plain]))]
  }

  test('is refused, and no byte of the bad chunk comes out', async () => {
    for await (const [name, sealed] of changes()) {
      const released: Buffer[] = []
      const reading = async () => {
        for await (const piece of openStream(
          key,
          { ...file, sizeBytes },
          { start: 0, end: sizeBytes },
          delivered(sealed),
        )) {
          released.push(piece)
        }
      }
      expect(await reading().catch((error: unknown) => error), name).toBeInstanceOf(TamperedFileError)
      const bytes = Buffer.concat(released)
      expect(plain.subarray(0, bytes.length).equals(bytes), name).toBe(true)
    }
  })

  test('cannot pass as a shorter one that ends at a chunk', async () => {
    const sealed = await seal(plain)
    const shorter = sealed.subarray(0, sealedSize(chunkBytes))
    await expect(open(shorter, chunkBytes)).rejects.toThrow(TamperedFileError)
  })

  test('cannot pass as a longer one whose end is not its last chunk', async () => {
    const sealed = Buffer.concat([await seal(plain.subarray(0, chunkBytes)), await seal(plain)])
    await expect(open(sealed, sizeBytes + chunkBytes)).rejects.toThrow(TamperedFileError)
  })
})

test.each([
  { ...file, documentId: 'x' },
  { ...file, rendition: 'a\0b' },
  { ...file, rendition: '../x' },
  { ...file, version: 0 },
])('refuses an identity that could be mistaken: %o', async (identity) => {
  await expect(collect(sealStream(key, identity, []))).rejects.toThrow(TypeError)
})
