import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { redact } from '../redact.ts'

const plain = (shade: number) =>
  sharp({ create: { width: 600, height: 800, channels: 3, background: { r: shade, g: shade, b: shade } } })

/** The share of pixels that differ from the shade of the ground, in each quarter of a picture. */
async function marked(bytes: Uint8Array | undefined, shade: number): Promise<number[]> {
  const { data, info } = await sharp(bytes).greyscale().raw().toBuffer({ resolveWithObject: true })
  const counts = [0, 0, 0, 0]
  for (const [at, value] of data.entries()) {
    const quarter = (at % info.width < info.width / 2 ? 0 : 1) + (at < data.length / 2 ? 0 : 2)
    if (Math.abs(value - shade) > 12) counts[quarter] = (counts[quarter] ?? 0) + 1
  }
  return counts.map((count) => (4 * count) / data.length)
}

const stamped = async (bytes: Uint8Array, stamp?: string[]) => {
  const result = await redact(bytes, { boxes: [], stamp })
  if (result.verdict === 'refused') throw new Error(result.reason)
  return result
}

test.each([255, 128, 0])('a stamp shows in every quarter, on the shade %i', async (shade) => {
  const picture = await plain(shade).png().toBuffer()
  const { output } = await stamped(picture, ['ada@example.org', '2026-11-15 09:05 UTC'])
  for (const [quarter, share] of (await marked(output, shade)).entries()) {
    expect(share, `quarter ${quarter}`).toBeGreaterThan(0.005)
    // What lies below stays readable.
    expect(share, `quarter ${quarter}`).toBeLessThan(0.2)
  }
  expect(await marked((await stamped(picture)).output, shade)).toEqual([0, 0, 0, 0])
})

test('two addresses make two pictures, and a very long one still fits', async () => {
  const picture = await plain(255).jpeg().toBuffer()
  const long = `${'w'.repeat(64)}@${'x'.repeat(180)}.example`
  const outputs = []
  for (const address of ['ada@example.org', 'eda@example.org', long, 'Ünïcode <&>']) {
    const { output } = await stamped(picture, [address])
    expect(Math.min(...(await marked(output, 255))), address).toBeGreaterThan(0.002)
    outputs.push(Buffer.from(output).toString('base64'))
  }
  expect(new Set(outputs).size).toBe(4)
})

test.each([
  ['upright', 600, 800, 'ada@example.org'],
  ['sideways', 1100, 500, 'ada@example.org'],
  ['small', 160, 120, 'ada@example.org'],
  ['with a long address', 600, 800, `${'w'.repeat(60)}@${'x'.repeat(60)}.example`],
])('no word is cut at the edge of a page: %s', async (_, width, height, address) => {
  const white = { r: 255, g: 255, b: 255 }
  const picture = await sharp({ create: { width, height, channels: 3, background: white } })
    .png()
    .toBuffer()
  const { output } = await stamped(picture, [address, '2026-11-15 09:05 UTC'])
  const { data } = await sharp(output).greyscale().raw().toBuffer({ resolveWithObject: true })
  const isMarked = (x: number, y: number) => (data[y * width + x] ?? 255) < 240
  const atEdge = [
    ...Array.from({ length: width }, (_, x) => isMarked(x, 0) || isMarked(x, height - 1)),
    ...Array.from({ length: height }, (_, y) => isMarked(0, y) || isMarked(width - 1, y)),
  ]
  expect(atEdge.filter(Boolean)).toHaveLength(0)
  expect(data.some((value) => value < 240)).toBe(true)
})

test('letters differ by case, and accents are kept', async () => {
  const picture = await plain(255).png().toBuffer()
  const outputs: string[] = []
  for (const name of ['ada', 'ADA', 'ädä']) {
    outputs.push(Buffer.from((await stamped(picture, [name])).output).toString('base64'))
  }
  expect(new Set(outputs).size).toBe(3)
})

test('every page of a PDF is stamped, in the file and in its pictures', async () => {
  const file = await PDFDocument.create()
  for (let page = 0; page < 2; page++) file.addPage([300, 400])
  const { output, pages } = await stamped(await file.save(), ['ada@example.org'])
  expect(pages).toHaveLength(2)
  for (const [page, { picture }] of pages.entries()) {
    expect(Math.min(...(await marked(picture, 255))), `page ${page}`).toBeGreaterThan(0.002)
  }
  // The stamp is in the file: drawn anew without a stamp, its pages show it.
  for (const [page, { picture }] of (await stamped(output)).pages.entries()) {
    expect(Math.min(...(await marked(picture, 255))), `page ${page} of the stamped file`).toBeGreaterThan(
      0.002,
    )
  }
})
