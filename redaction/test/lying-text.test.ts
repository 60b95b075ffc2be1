/** PDFs whose own text says something else than what is seen: the number that is seen must be hidden. */
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { knownShapes } from '../src/document/known-shapes.ts'
import { pdfiumRasteriser } from '../src/document/pdfium-rasteriser.ts'
import { createShapes, type Shapes } from '../src/document/text-layer-shapes.ts'
import { trustTextLayer } from '../src/document/trust-text-layer.ts'
import { onnxReader } from '../src/reader/onnx-reader.ts'
import type { TextReader } from '../src/reader/text-reader.ts'
import { redact } from '../src/redact.ts'

const number = '219-09-9999'
const spoken = 'thank you m'
const value = { x: 300, y: 500, size: 14 }
const helvetica = '/Type/Font/Subtype/Type1/BaseFont/Helvetica'

interface Lie {
  /** Objects from 6 on. */
  objects?: (string | Buffer)[]
  resources?: string
  /** Draws the value. */
  content: string
  /** Entries of the page. */
  page?: string
}

const stream = (entries: string, content: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`<<${entries}/Length ${content.length}>>\nstream\n`),
    Buffer.from(content),
    Buffer.from('\nendstream'),
  ])

const text = (font: string, written: string, y: number, x = 60, size = 14) =>
  `BT /${font} ${size} Tf ${x} ${y} Td (${written.replace(/[()\\]/g, '\\$&')}) Tj ET`

/** Honest lines that show all letters and digits, and a value beside its label. */
function pdfWith({ objects = [], resources = '', content, page = '' }: Lie): Buffer {
  const lines = [
    text('F', 'CERTIFICATE OF TAX EXEMPTION', 720),
    text('F', 'The quick brown fox jumps over a lazy dog and thanks you very much.', 690),
    text('F', 'Invoice 1234567890 of the school, dated 03/14/2025', 660),
    text('F', 'Social Security Number:', value.y),
    content,
  ]
  const all = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R ${resources.startsWith('/XObject') ? `>>${resources}` : `${resources}>>`}>>${page}>>`,
    stream('', lines.join('\n')),
    `<<${helvetica}>>`,
    ...objects,
  ]
  const body = all.flatMap((object, i) =>
    [`${i + 1} 0 obj\n`, object, '\nendobj\n'].map((part) => Buffer.from(part)),
  )
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...body, Buffer.from('trailer\n<</Root 1 0 R>>\n%%EOF\n')])
}

const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0')

/** A table by which the file says other characters than it draws. */
const toUnicode = (codes: string, shown: string) =>
  stream(
    '',
    `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /L def /CMapType 2 def
1 begincodespacerange <00> <ff> endcodespacerange
${codes.length} beginbfchar
${[...codes].map((code, i) => `<${hex(code)}> <00${hex(shown[i] as string)}>`).join('\n')}
endbfchar endcmap CMapName currentdict /CMap defineresource pop end end`,
  )

const digits = '0123456789-'
const asLetters = 'thankyoumer'
const digitNames = 'zero one two three four five six seven eight nine hyphen'.split(' ')
const coded = [...number].map((digit) => asLetters[digits.indexOf(digit)]).join('')

/** A picture of the number, the size that it would have as text. */
async function pictureOfNumber() {
  const picture = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="60"><rect width="320" height="60" fill="#fff"/><text x="4" y="44" font-family="Helvetica, Liberation Sans, DejaVu Sans, sans-serif" font-size="48">${number}</text></svg>`,
  )
  const jpeg = await sharp(picture).jpeg({ quality: 95 }).toBuffer()
  return stream(
    '/Type/XObject/Subtype/Image/Width 320/Height 60/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode',
    jpeg,
  )
}

const showPicture = `q 93 0 0 17.5 ${value.x - 1} ${value.y - 4} cm /I Do Q`

const lookalikes = 'OlZEASGTBg-'
// With its sevens declared as ones, the check digit is wrong.
const cardNumber = '4539578763621486'
const cardPlace = { x: 60, y: 420 }

const lies: [name: string, make: () => Lie | Promise<Lie>][] = [
  [
    'a table that says letters for digits',
    () => ({
      resources: '/L 6 0 R',
      objects: [`<<${helvetica}/ToUnicode 7 0 R>>`, toUnicode(digits, asLetters)],
      content: text('L', number, value.y, value.x),
    }),
  ],
  [
    'a table that says letters that look like the digits',
    () => ({
      resources: '/L 6 0 R',
      objects: [`<<${helvetica}/ToUnicode 7 0 R>>`, toUnicode(digits, lookalikes)],
      content: text('L', number, value.y, value.x),
    }),
  ],
  [
    'a font that draws digits for letters',
    () => ({
      resources: '/L 6 0 R',
      objects: [
        `<<${helvetica}/ToUnicode 7 0 R/Encoding<</Type/Encoding/Differences[${[...asLetters].map((code, i) => `${code.charCodeAt(0)}/${digitNames[i]}`).join(' ')}]>>>>`,
        toUnicode(asLetters, asLetters),
      ],
      content: text('L', coded, value.y, value.x),
    }),
  ],
  [
    'one font with two codes for each letter',
    () => ({
      resources: '/L 6 0 R',
      objects: [
        `<<${helvetica}/ToUnicode 7 0 R>>`,
        toUnicode(`${digits}${asLetters}`, `${asLetters}${asLetters}`),
      ],
      content: `${text('L', 'thank you merry', value.y - 60)}\n${text('L', number, value.y, value.x)}`,
    }),
  ],
  [
    'a font of drawings',
    () => ({
      resources: '/T 6 0 R',
      objects: [
        `<</Type/Font/Subtype/Type3/FontBBox[0 -250 1000 1000]/FontMatrix[0.001 0 0 0.001 0 0]/FirstChar 97/LastChar 122/Widths[${Array(26).fill(560).join(' ')}]/Encoding<</Type/Encoding/Differences[97 ${[...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `/${letter}`).join('')}]>>/CharProcs<<${[...asLetters].map((letter, i) => `/${letter} ${7 + i} 0 R`).join(' ')}>>/Resources<</Font<</F 5 0 R>>>>>>`,
        ...[...digits].map((digit) => stream('', `560 0 0 -250 560 1000 d1 BT /F 1000 Tf (${digit}) Tj ET`)),
      ],
      content: text('T', coded, value.y, value.x),
    }),
  ],
  [
    'a picture under invisible words',
    async () => ({
      resources: '/XObject<</I 6 0 R>>',
      objects: [await pictureOfNumber()],
      content: `${showPicture}\n3 Tr ${text('F', spoken, value.y, value.x)} 0 Tr`,
    }),
  ],
  [
    'a picture with invisible words a little beside its digits',
    async () => ({
      resources: '/XObject<</I 6 0 R>>',
      objects: [await pictureOfNumber()],
      content: `${showPicture}\n3 Tr ${text('F', spoken, value.y + 1, value.x + 2)} 0 Tr`,
    }),
  ],
  [
    'a picture over words',
    async () => ({
      resources: '/XObject<</I 6 0 R>>',
      objects: [await pictureOfNumber()],
      content: `${text('F', spoken, value.y, value.x)}\n${showPicture}`,
    }),
  ],
  [
    'a drawing within the drawing that the text calls something else',
    () => ({
      resources: '/XObject<</X 6 0 R>>',
      objects: [
        stream(
          '/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</Font<</L 7 0 R>>>>',
          text('L', number, value.y, value.x),
        ),
        `<<${helvetica}/ToUnicode 8 0 R>>`,
        toUnicode(digits, '           '),
      ],
      content: '/X Do',
    }),
  ],
  [
    'a note whose look holds the number',
    () => ({
      page: '/Annots[6 0 R]',
      objects: [
        `<</Type/Annot/Subtype/Stamp/F 4/Rect[${value.x} ${value.y - 6} ${value.x + 120} ${value.y + 16}]/AP<</N 7 0 R>>>>`,
        stream(
          '/Type/XObject/Subtype/Form/BBox[0 0 120 22]/Resources<</Font<</F 5 0 R>>>>',
          text('F', number, 6, 0),
        ),
      ],
      content: '',
    }),
  ],
  [
    'a letter whose declared place is all of the page',
    async () => ({
      resources: '/T 6 0 R',
      objects: [
        `<</Type/Font/Subtype/Type3/FontBBox[0 -9000 9000 9000]/FontMatrix[0.001 0 0 0.001 0 0]/FirstChar 97/LastChar 97/Widths[560]/Encoding<</Type/Encoding/Differences[97 /a]>>/CharProcs<</a 7 0 R>>/Resources<</Font<</F 5 0 R>>>>>>`,
        stream('', `560 0 0 -9000 9000 9000 d1 BT /F 1000 Tf (${number}) Tj ET`),
      ],
      content: text('T', 'a', value.y, value.x),
    }),
  ],
]

/** Mean brightness, 0 to 255, where the first digits of a number are. */
async function brightnessOf(picture: Uint8Array, at: { x: number; y: number } = value): Promise<number> {
  const { width } = await sharp(picture).metadata()
  const scale = width / 612
  const digitsArea = {
    left: Math.round((at.x + 3) * scale),
    top: Math.round((792 - at.y - 8) * scale),
    width: Math.round(40 * scale),
    height: Math.round(6 * scale),
  }
  const pixels = await sharp(picture).extract(digitsArea).greyscale().raw().toBuffer()
  return pixels.reduce((sum, shade) => sum + shade, 0) / pixels.length
}

describe('a number that differs from the text layer is hidden', () => {
  test.each(lies)('%s', async (_, make) => {
    const result = await redact(pdfWith(await make()))
    if (result.verdict === 'refused') throw new Error(result.reason)
    expect(await brightnessOf(result.pages[0]?.picture as Uint8Array)).toBeLessThan(30)
  })
})

test('a card number that the file writes with another digit is hidden', async () => {
  const { x, y } = cardPlace
  const result = await redact(
    pdfWith({
      resources: '/L 6 0 R',
      objects: [`<<${helvetica}/ToUnicode 7 0 R>>`, toUnicode('0123456789', '0123456189')],
      content: text('L', cardNumber, y, x),
    }),
  )
  if (result.verdict === 'refused') throw new Error(result.reason)
  expect(await brightnessOf(result.pages[0]?.picture as Uint8Array, cardPlace)).toBeLessThan(30)
})

const honest = pdfWith({ content: text('F', number, value.y, value.x) })

async function pageOf(bytes: Uint8Array) {
  const document = await pdfiumRasteriser.open(bytes)
  const image = await document.page(0)
  await document.close()
  return image
}

/** The same, with the value in a field to fill in. */
async function withField(): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdfWith({ content: '' }))
  const field = document.getForm().createTextField('number')
  field.setText(number)
  field.addToPage(document.getPage(0), { x: value.x, y: value.y - 4, width: 200, height: 20, borderWidth: 0 })
  field.setFontSize(value.size)
  return document.save()
}

describe('a page whose picture matches its text layer is not searched for other text', () => {
  test.each([
    ['as text', async () => honest],
    ['in a field', withField],
  ])('%s', async (_, make) => {
    const reader: TextReader = {
      ...onnxReader,
      read: () => Promise.reject(new Error('The page was searched.')),
    }
    const page = await trustTextLayer(await pageOf(await make()), reader, createShapes(), undefined)
    expect(page?.lines.map((line) => line.text)).toEqual([
      'CERTIFICATE OF TAX EXEMPTION',
      'The quick brown fox jumps over a lazy dog and thanks you very much.',
      'Invoice 1234567890 of the school, dated 03/14/2025',
      'Social Security Number:',
      number,
    ])
  })
})

/** How many places of a page are read to confirm its letters. */
async function placesRead(shapes: Shapes): Promise<number> {
  let count = 0
  const reader: TextReader = {
    ...onnxReader,
    readLines: async (picture, places, options) => {
      count += places.length
      return (await onnxReader.readLines?.(picture, places, options)) ?? []
    },
  }
  await trustTextLayer(await pageOf(honest), reader, shapes, undefined)
  return count
}

test('a second page of the same letters is hardly read', async () => {
  const shapes = createShapes()
  expect(await placesRead(shapes)).toBeGreaterThan(2)
  expect(await placesRead(shapes)).toBe(0)
})

test('letters of a common font are hardly read', async () => {
  const unknown = await placesRead(createShapes())
  expect(await placesRead(createShapes(knownShapes()))).toBeLessThan(unknown / 2)
})
