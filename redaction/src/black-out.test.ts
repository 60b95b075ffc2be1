import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { redact } from './redact.ts'

async function twoPages(): Promise<Uint8Array> {
  const file = await PDFDocument.create()
  for (let page = 0; page < 2; page++) file.addPage([200, 100])
  return file.save()
}

test('areas are painted on their page alone, and every page has its picture', async () => {
  const result = await redact(await twoPages(), {
    boxes: [{ page: 2, x: 0.5, y: 0, width: 0.5, height: 1 }],
  })
  if (result.verdict === 'refused') throw new Error(result.reason)
  const [first, second] = result.pages
  expect(first?.findings).toEqual([])
  expect(second?.findings.map(({ kind, source }) => [kind, source])).toEqual([['chosen', 'owner']])
  const shades = async (picture: Uint8Array | undefined) => {
    const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true })
    const row = Math.floor(info.height / 2) * info.width
    return [data[row + 10], data[row + info.width - 10]]
  }
  expect(await shades(first?.picture)).toEqual([255, 255])
  expect(await shades(second?.picture)).toEqual([255, 0])
})
