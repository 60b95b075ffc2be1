import { readFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { redact } from '../src/redact.ts'

const form = await readFile(new URL('../golden/form-5023.jpg', import.meta.url))

const stream = (entries: string, content: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`<<${entries}/Length ${content.length}>>\nstream\n`),
    Buffer.from(content),
    Buffer.from('\nendstream'),
  ])

/** A file without a table of its objects: programs that open PDFs then search for them. */
function pdfOf(...objects: (string | Buffer)[]): Buffer {
  const body = objects.flatMap((object, i) => [
    Buffer.from(`${i + 1} 0 obj\n`),
    Buffer.from(object),
    Buffer.from('\nendobj\n'),
  ])
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...body, Buffer.from('trailer\n<</Root 1 0 R>>\n%%EOF\n')])
}

const catalog = '<</Type/Catalog/Pages 2 0 R>>'
const onePage = '<</Type/Pages/Kids[3 0 R]/Count 1>>'
const pageWith = (resources: string, box = '0 0 612 792') =>
  `<</Type/Page/Parent 2 0 R/MediaBox[${box}]/Contents 4 0 R/Resources<<${resources}>>>>`
const drawingOf = (name: string, object: number) =>
  stream(
    `/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</XObject<</${name} ${object} 0 R>>>>`,
    `/${name} Do /${name} Do`,
  )

/** As programs of Adobe write them: the page only says to wait, the form itself is XML. */
const xmlForm = () =>
  pdfOf(
    '<</Type/Catalog/Pages 2 0 R/NeedsRendering true/AcroForm<</Fields[]/XFA 5 0 R>>>>',
    onePage,
    pageWith(''),
    stream('', ''),
    stream('', '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"></xdp:xdp>'),
  )

const cyclic = () =>
  pdfOf(
    catalog,
    onePage,
    pageWith('/XObject<</X 5 0 R>>'),
    stream('', '/X Do'),
    drawingOf('Y', 6),
    drawingOf('X', 5),
  )

const hugePicture = () =>
  pdfOf(
    catalog,
    onePage,
    pageWith('/XObject<</X 5 0 R>>'),
    stream('', '612 0 0 792 0 0 cm /X Do'),
    stream(
      '/Type/XObject/Subtype/Image/Width 30000/Height 30000/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode',
      deflateSync(Buffer.alloc(30_000_000)),
    ),
  )

const repeatedPage = (count: number) =>
  pdfOf(
    catalog,
    `<</Type/Pages/Kids[${'3 0 R '.repeat(count)}]/Count ${count}>>`,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]>>',
  )

async function pagesOf(count: number) {
  const document = await PDFDocument.create()
  for (let i = 0; i < count; i++) document.addPage([100, 100])
  return document.save()
}

async function protectedPdf() {
  const document = await PDFDocument.create()
  document.addPage()
  await document.encrypt({ userPassword: 'let me in', ownerPassword: 'owner' })
  return document.save()
}

const hugePng = () =>
  sharp({ create: { width: 8000, height: 8000, channels: 3, background: '#fff' }, limitInputPixels: false })
    .png({ compressionLevel: 9 })
    .toBuffer()

describe('files that are refused', () => {
  test.each([
    ['two drawings that draw each other', async () => cyclic(), 'too-complex'],
    ['5,000 pages', async () => repeatedPage(5000), 'too-many-pages'],
    ['a page tree in a circle', async () => pdfOf(catalog, '<</Type/Pages/Kids[2 0 R]/Count 9>>'), 'damaged'],
    ['no pages', async () => pdfOf(catalog, '<</Type/Pages/Kids[]/Count 0>>'), 'damaged'],
    ['a password', protectedPdf, 'protected'],
    ['a form that only Adobe Reader draws', async () => xmlForm(), 'adobe-reader-only'],
    ['64 million pixels', hugePng, 'too-large'],
    ['11 MB', async () => Buffer.concat([form, Buffer.alloc(11 * 1024 * 1024)]), 'too-large'],
    ['a picture cut off', async () => form.subarray(0, form.length / 2), 'damaged'],
    ['a PDF cut off', async () => (await pagesOf(3)).subarray(0, 200), 'damaged'],
    ['nothing', async () => Buffer.alloc(0), 'unsupported-type'],
    ['a web page', async () => Buffer.from('<html><script>alert(1)</script>'), 'unsupported-type'],
  ])('%s', async (_name, make, reason) => {
    expect(await redact(await make())).toMatchObject({
      verdict: 'refused',
      reason,
      advice: expect.stringMatching(/\w/),
    })
  })
})

describe('files that look hostile and are harmless', () => {
  test('a page of 20,000 points is drawn within bounds', async () => {
    const page = pdfOf(catalog, onePage, pageWith('', '0 0 20000 20000'), stream('', ''))
    const result = await redact(page)
    if (result.verdict === 'refused') throw new Error(result.reason)
    const [{ width = 0, height = 0 } = {}] = result.pages
    expect(width * height).toBeLessThanOrEqual(9_000_000)
  })

  test('a picture of 900 million pixels in a PDF costs no more than its page', async () => {
    const result = await redact(hugePicture())
    expect(['refused', 'clean']).toContain(result.verdict)
  })

  test('a file that is also a PDF is one thing only, and bytes behind the end are gone', async () => {
    const blank = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer()
    const result = await redact(
      Buffer.concat([blank, pdfOf(catalog, onePage), Buffer.from('SSN 219-09-9999')]),
    )
    if (result.verdict === 'refused') throw new Error(result.reason)
    expect(result.type).toBe('jpeg')
    expect(Buffer.from(result.output).toString('latin1')).not.toMatch(/%PDF|219/)
  })
})

describe('pictures of every format become upright plain images without other data', () => {
  const half = { create: { width: 60, height: 40, channels: 3, background: '#ff0000' } } as const
  // Left half red, right half white: tells which way up it is.
  const source = () =>
    sharp({ create: { width: 120, height: 40, channels: 3, background: '#ffffff' } }).composite([
      { input: half, left: 0, top: 0 },
    ])
  const corner = {
    1: 'left',
    2: 'right',
    3: 'right',
    4: 'left',
    5: 'top',
    6: 'top',
    7: 'bottom',
    8: 'bottom',
  } as const

  test.each([1, 2, 3, 4, 5, 6, 7, 8] as const)('EXIF orientation %i', async (orientation) => {
    const bytes = await source().jpeg({ quality: 100 }).withMetadata({ orientation }).toBuffer()
    const { data, info } = await pixelsOf(bytes)
    const [x, y] = { left: [9, 20], right: [110, 20], top: [20, 9], bottom: [20, 110] }[
      corner[orientation]
    ] as [number, number]
    expect([info.width, info.height]).toEqual(orientation > 4 ? [40, 120] : [120, 40])
    expect(data[(y * info.width + x) * info.channels + 1]).toBeLessThan(60)
  })

  test.each([
    ['CMYK', () => source().toColourspace('cmyk').jpeg().toBuffer()],
    ['16 bits', () => source().toColourspace('rgb16').png().toBuffer()],
    ['interlaced', () => source().png({ progressive: true }).toBuffer()],
    ['progressive', () => source().jpeg({ progressive: true }).toBuffer()],
    ['transparent', () => source().ensureAlpha(0.9).png().toBuffer()],
  ])('%s', async (_name, make) => {
    const { info } = await pixelsOf(await make())
    expect([info.width, info.height]).toEqual([120, 40])
  })

  async function pixelsOf(bytes: Buffer) {
    const blind = { read: async () => [] }
    const result = await redact(bytes, { ports: { reader: blind }, boxes: [] })
    if (result.verdict === 'refused') throw new Error(result.reason)
    const metadata = await sharp(result.output).metadata()
    expect([metadata.exif, metadata.icc, metadata.xmp, metadata.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    return sharp(result.output).raw().toBuffer({ resolveWithObject: true })
  }
})
