import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'
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

const secret = ['412', '55', '7310'].join('-')

/** Two pages with the same secret, as if the first reading had missed it. */
async function withSecret(): Promise<Uint8Array> {
  const file = await PDFDocument.create()
  const font = await file.embedFont(StandardFonts.Helvetica)
  for (let page = 0; page < 2; page++) {
    const sheet = file.addPage([612, 396])
    sheet.drawText('Name of purchaser: Jane Roe', { x: 60, y: 300, size: 16, font })
    sheet.drawText(`Social Security number: ${secret}`, { x: 60, y: 260, size: 16, font })
  }
  return file.save()
}

test.each([
  ['a page with an area is read again', true, [['chosen', 'ssn'], []]],
  ['without being asked nothing is read', false, [['chosen'], []]],
] as const)('%s', async (_, readAgain, kinds) => {
  const box = { page: 1, x: 0.5, y: 0.8, width: 0.2, height: 0.1 }
  const result = await redact(await withSecret(), { boxes: [box], readAgain })
  if (result.verdict === 'refused') throw new Error(result.reason)
  expect(result.pages.map(({ findings }) => [...new Set(findings.map(({ kind }) => kind))])).toEqual(kinds)
})
