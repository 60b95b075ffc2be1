import sharp from 'sharp'
import { expect, test } from 'vitest'
import { paperSample } from '../../corpus/corpus.ts'
import { drawBarcode } from '../../test/draw-barcode.ts'
import { lineAt } from '../../test/line.ts'
import { isInside, type Quad } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'
import type { Line } from '../reader/text-reader.ts'
import { isOfLicense, judgeBarcodes, readBarcodesOn, readBarcodesOnIdentityPaper } from './find-barcodes.ts'

/** A white page with one barcode, 300 pixels from the left and 200 from the top. */
async function pageWith(
  text: string,
  format: 'PDF417' | 'QRCode' | 'DataMatrix' | 'Code128',
): Promise<Picture> {
  const { png: input } = await drawBarcode(text, { format, scale: 4 })
  const pixels = await sharp({ create: { width: 1800, height: 1200, channels: 3, background: '#fff' } })
    .composite([{ input, left: 300, top: 200 }])
    .removeAlpha()
    .raw()
    .toBuffer()
  return { width: 1800, height: 1200, pixels }
}

const license =
  '@\n\u001e\rANSI 636014080102DL00410278ZC03190008DLDAQD1234567\nDCSPUBLIC\nDBB07191984\nDBA07192029\n'

test.each([
  ['the barcode of a license', license, 'PDF417', false, ['driver-license-number']],
  ['a code that holds a Social Security number', 'SSN: 219-09-9999', 'QRCode', false, ['ssn']],
  ['a code with a card number', '4539148803436467', 'DataMatrix', false, ['card-number']],
  ['a code with an address', 'https://example.org/form?id=12', 'QRCode', false, []],
  ['any code on an ID', 'https://example.org', 'QRCode', true, ['driver-license-number']],
] as const)('%s', async (_, text, format, isIdentityPaper, kinds) => {
  const barcodes = await readBarcodesOn(await pageWith(text, format), isIdentityPaper)
  const { findings } = judgeBarcodes(barcodes, isIdentityPaper, [])
  expect(findings.map(({ kind }) => kind)).toEqual(kinds)
  for (const { kind, quad } of findings) {
    expect(isInside(quad, [340, 240]), `the corner of the ${kind} is hidden`).toBe(true)
  }
})

test('the number in the barcode of a license is known to the rest of the page', async () => {
  const { values } = judgeBarcodes(await readBarcodesOn(await pageWith(license, 'PDF417'), false), false, [])
  expect(values).toEqual([{ kind: 'driver-license-number', text: 'D1234567' }])
})

test('a code in the shadow on a bright ID is read, and each code once', async () => {
  const light = await pageWith('35996680969012', 'Code128')
  const isInShadow = (at: number) => Math.floor(at / 3) % light.width < 1200
  const shadow = light.pixels.map((value, at) => (isInShadow(at) ? value * 0.55 : value))
  const page = { ...light, pixels: shadow }
  expect(await readBarcodesOn(page, true)).toEqual([])
  expect(await readBarcodesOnIdentityPaper(page)).toMatchObject([{ text: '35996680969012' }])
  expect(await readBarcodesOnIdentityPaper(light)).toHaveLength(1)
})

const frame: Quad = [
  [300, 200],
  [900, 200],
  [900, 400],
  [300, 400],
]
const unread = (format: string, lines: Line[] = [], isIdentityPaper = false) =>
  judgeBarcodes([{ text: '', format, isValid: false, quad: frame }], isIdentityPaper, lines).findings

test('a barcode of the kind that licenses carry is hidden though it cannot be read', () => {
  expect(unread('PDF417').map(({ kind }) => kind)).toEqual(['driver-license-number'])
  expect(unread('QRCode')).toEqual([])
})

test('words in the rough frame of a barcode stay, and the bars are hidden', () => {
  const [finding] = unread('PDF417', [lineAt('RESTRICTIONS: CORRECTIVE LENSES', 320, 360)])
  expect(finding && isInside(finding.quad, [600, 340]), 'the last bars').toBe(true)
  expect(finding && isInside(finding.quad, [600, 370]), 'the words').toBe(false)
})

test('a frame full of words is no barcode', () => {
  const words = [210, 260, 310, 360].map((top) =>
    lineAt('This license is the property of the state', 320, top),
  )
  expect(unread('Code128', words, true)).toEqual([])
  expect(unread('Code128', [], true)).toHaveLength(1)
})

test('a matrix that cannot be decoded is hidden on an ID', async () => {
  const whole = await pageWith('PRIVATE-1234567890-ABCDEFGH', 'DataMatrix')
  const pixels = whole.pixels.slice()
  for (let y = 225; y < 260; y++) pixels.fill(255, 3 * (y * whole.width + 325), 3 * (y * whole.width + 360))
  const codes = await readBarcodesOn({ ...whole, pixels }, true)
  expect(codes).toMatchObject([{ format: 'DataMatrix', isValid: false }])
  expect(judgeBarcodes(codes, true, []).findings).toHaveLength(1)
})

test('grain and the corners of letters are no matrix', async () => {
  const { bytes } = await paperSample(9041)
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const codes = await readBarcodesOnIdentityPaper({ width: info.width, height: info.height, pixels: data })
  expect(codes.map(({ format }) => format)).not.toContain('DataMatrix')
  expect(codes.some(isOfLicense)).toBe(true)
})
