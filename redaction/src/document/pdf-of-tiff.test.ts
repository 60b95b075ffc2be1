import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pdfOfTiff } from './pdf-of-tiff.ts'

/** Bilevel pages like those of a scanner: each an own directory of one TIFF file, in grey of 8 bits. */
function tiffOf(pages: readonly { width: number; height: number; grey: number }[]): Buffer {
  const parts: Buffer[] = [Buffer.from('II*\0', 'latin1'), Buffer.alloc(4)]
  let at = 8
  let pointer = { part: 1, offset: 0 }
  for (const { width, height, grey } of pages) {
    const pixels = Buffer.alloc(width * height, grey)
    const tags = [
      [256, 4, width],
      [257, 4, height],
      [258, 3, 8],
      [259, 3, 1],
      [262, 3, 1],
      [273, 4, at],
      [277, 3, 1],
      [278, 4, height],
      [279, 4, pixels.length],
    ] as const
    const directory = Buffer.alloc(2 + tags.length * 12 + 4)
    directory.writeUInt16LE(tags.length, 0)
    for (const [i, [tag, type, value]] of tags.entries()) {
      const place = 2 + i * 12
      directory.writeUInt16LE(tag, place)
      directory.writeUInt16LE(type, place + 2)
      directory.writeUInt32LE(1, place + 4)
      if (type === 3) directory.writeUInt16LE(value, place + 8)
      else directory.writeUInt32LE(value, place + 8)
    }
    parts[pointer.part]?.writeUInt32LE(at + pixels.length, pointer.offset)
    parts.push(pixels, directory)
    pointer = { part: parts.length - 1, offset: directory.length - 4 }
    at += pixels.length + directory.length
  }
  return Buffer.concat(parts)
}

const sheet = { width: 400, height: 520, grey: 255 }

test('a TIFF of several pages becomes a PDF with each of them', async () => {
  const file = await pdfOfTiff(tiffOf([sheet, { ...sheet, width: 520, height: 400 }, sheet]))
  const pdf = await PDFDocument.load(file)
  const shapes = pdf.getPages().map((page) => (page.getWidth() > page.getHeight() ? 'wide' : 'tall'))
  expect(shapes).toEqual(['tall', 'wide', 'tall'])
})

test.each([
  [
    'of too many pages',
    () => tiffOf(Array.from({ length: 201 }, () => ({ ...sheet, width: 8, height: 8 }))),
    'too-many-pages',
  ],
  ['that is damaged', () => tiffOf([sheet]).subarray(0, 5000), 'damaged'],
  [
    'that is none',
    () =>
      sharp({ create: { ...sheet, channels: 3, background: 'white' } })
        .png()
        .toBuffer(),
    'unsupported-type',
  ],
])('a TIFF %s is refused', async (_, bytes, reason) => {
  await expect(Promise.resolve(bytes()).then(pdfOfTiff)).rejects.toMatchObject({ reason })
})
