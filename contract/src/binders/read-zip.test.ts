import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { BinderError, unzip } from './read-zip.ts'

const text = Buffer.from('a receipt '.repeat(200))

async function unzipped(packed: Uint8Array, sizeBytes: number): Promise<string> {
  const bytes = Uint8Array.from(packed)
  const read = async (start: number, length: number) => bytes.slice(start, start + length)
  const file = { path: 'checks.csv', sizeBytes, isCompressed: true, start: 0, compressedBytes: bytes.length }
  return Buffer.from(await unzip({ sizeBytes: bytes.length, read }, file)).toString()
}

describe('a file in a ZIP', () => {
  it('is unpacked', async () => {
    expect(await unzipped(deflateRawSync(text), text.length)).toBe(String(text))
  })

  it.each([
    [
      'with bytes hidden after what is packed',
      Buffer.concat([deflateRawSync(text), Buffer.from('hidden')]),
      0,
    ],
    ['that is cut off', deflateRawSync(text).subarray(0, -4), 0],
    ['that unpacks to more than its list says', deflateRawSync(text), -1],
    ['that unpacks to less than its list says', deflateRawSync(text), 1],
    ['that says it is too large for any memory', deflateRawSync(text), 2 ** 50],
  ])('is refused: one %s', async (_, packed, difference) => {
    await expect(unzipped(packed, text.length + difference)).rejects.toThrow(BinderError)
  })
})
