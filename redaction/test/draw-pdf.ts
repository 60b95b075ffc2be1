/** Made-up PDFs that hold the same fields in all the ways in which a PDF can hide them. */
import {
  degrees,
  PDFDocument,
  type PDFFont,
  type PDFPage,
  PDFString,
  rgb,
  StandardFonts,
  setTextRenderingMode,
  TextRenderingMode,
} from '@cantoo/pdf-lib'

export interface PdfField {
  label: string
  value: string
  /** The kind of secret; without it the value must stay readable. */
  type?: string
  keptCount?: number
  parts?: string[]
}

export const pdfKinds = [
  'born',
  'turned',
  'fields',
  'characters',
  'under-picture',
  'over-scan',
  'outside-crop',
  'annotated',
  'attached',
  'older-revision',
  'scanned',
  'mixed',
] as const
export type PdfKind = (typeof pdfKinds)[number]

export interface DrawnPdf {
  bytes: Uint8Array
  pageCount: number
}

const size: [number, number] = [612, 792]
const left = 60
const valueAt = 300
const textSize = 11

/** `scan` is the JPEG of a page that shows the same fields. */
export async function drawPdf(
  kind: PdfKind,
  fields: readonly PdfField[],
  scan: Uint8Array,
): Promise<DrawnPdf> {
  if (kind === 'older-revision') return { bytes: await withOlderRevision(fields), pageCount: 1 }
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const sheet: Sheet = { document, font, page: document.addPage(size), scan }
  await drawers[kind](sheet, fields)
  return { bytes: await document.save(), pageCount: document.getPageCount() }
}

interface Sheet {
  document: PDFDocument
  font: PDFFont
  page: PDFPage
  scan: Uint8Array
}

type Drawer = (sheet: Sheet, fields: readonly PdfField[]) => Promise<void> | void

const withoutSecrets = (fields: readonly PdfField[]) => fields.filter(({ type }) => !type)
const lineY = (index: number) => 640 - index * 34
const allText = (fields: readonly PdfField[]) =>
  fields.map(({ label, value }) => `${label}: ${value}`).join('\n')

const drawers: Record<Exclude<PdfKind, 'older-revision'>, Drawer> = {
  born: drawBorn,

  turned(sheet, fields) {
    drawBorn(sheet, fields)
    sheet.page.setRotation(degrees([90, 180, 270][fields.length % 3] as number))
  },

  fields({ document, font, page }, fields) {
    drawTitle({ font, page })
    const form = document.getForm()
    for (const [index, { label, value, parts }] of fields.entries()) {
      page.drawText(`${label}:`, { x: left, y: lineY(index), size: textSize, font })
      let x = valueAt
      for (const [at, part] of (parts ?? [value]).entries()) {
        const width = (part.length + 2) * textSize * 0.65
        const field = form.createTextField(`field-${index}-${at}`)
        field.setText(part)
        field.addToPage(page, { x, y: lineY(index) - 5, width, height: 18, font })
        field.setFontSize(textSize)
        x += width + 8
      }
    }
  },

  /** Every character on its own, the last first. */
  characters({ font, page }, fields) {
    drawTitle({ font, page })
    for (const [index, { label, value }] of fields.entries()) {
      for (const [text, from] of [
        [`${label}:`, left],
        [value, valueAt],
      ] as const) {
        const places = [...text].map((character, at) => ({
          character,
          x: from + font.widthOfTextAtSize(text.slice(0, at), textSize),
        }))
        for (const { character, x } of places.reverse()) {
          page.drawText(character, { x, y: lineY(index), size: textSize, font })
        }
      }
    }
  },

  /** The secrets are drawn, then covered; what is seen has none. */
  'under-picture'(sheet, fields) {
    drawBorn(sheet, fields)
    sheet.page.drawRectangle({ x: 0, y: 0, width: size[0], height: size[1], color: rgb(1, 1, 1) })
    drawBorn(sheet, withoutSecrets(fields))
  },

  /** A scan with the text that a scanner's software has read, invisible. */
  async 'over-scan'(sheet, fields) {
    await drawScan(sheet)
    sheet.page.pushOperators(setTextRenderingMode(TextRenderingMode.Invisible))
    sheet.page.drawText(allText(fields), {
      x: left,
      y: 640,
      size: textSize,
      lineHeight: 34,
      font: sheet.font,
    })
  },

  'outside-crop'(sheet, fields) {
    sheet.page.setMediaBox(0, 0, size[0], 2 * size[1])
    sheet.page.setCropBox(0, 0, ...size)
    drawBorn(sheet, withoutSecrets(fields))
    sheet.page.drawText(allText(fields), { x: left, y: 2 * size[1] - 60, size: textSize, font: sheet.font })
  },

  annotated(sheet, fields) {
    drawBorn(sheet, fields)
    const { context } = sheet.document
    const note = context.obj({
      Type: 'Annot',
      Subtype: 'Text',
      Rect: [20, 700, 40, 720],
      Contents: PDFString.of(allText(fields)),
      T: PDFString.of(allText(fields)),
    })
    sheet.page.node.addAnnot(context.register(note))
  },

  async attached(sheet, fields) {
    drawBorn(sheet, fields)
    await sheet.document.attach(Buffer.from(allText(fields)), 'fields.txt', { description: allText(fields) })
    sheet.document.setTitle(allText(fields))
    sheet.document.setKeywords(fields.map(({ value }) => value))
  },

  scanned: drawScan,

  async mixed(sheet, fields) {
    drawBorn(sheet, fields)
    await drawScan({ ...sheet, page: sheet.document.addPage(size) })
  },
}

function drawTitle({ font, page }: Pick<Sheet, 'font' | 'page'>) {
  page.drawText('CERTIFICATE OF TAX EXEMPTION', { x: left, y: 710, size: 18, font })
  page.drawText(
    'The undersigned certifies that purchases under this certificate are exempt from sales tax.',
    {
      x: left,
      y: 680,
      size: 10,
      font,
    },
  )
}

function drawBorn({ font, page }: Pick<Sheet, 'font' | 'page'>, fields: readonly PdfField[]) {
  drawTitle({ font, page })
  for (const [index, { label, value }] of fields.entries()) {
    page.drawText(`${label}:`, { x: left, y: lineY(index), size: textSize, font })
    page.drawText(value, { x: valueAt, y: lineY(index), size: textSize, font })
  }
}

async function drawScan({ document, page, scan }: Sheet) {
  const image = await document.embedJpg(scan)
  const isLandscape = image.width > image.height
  if (isLandscape) page.setSize(size[1], size[0])
  page.drawImage(image, { x: 0, y: 0, width: page.getWidth(), height: page.getHeight() })
}

/** A file whose last revision shows no secret, with the first one still before it. */
async function withOlderRevision(fields: readonly PdfField[]): Promise<Uint8Array> {
  const content = (shown: readonly PdfField[]) =>
    [
      'CERTIFICATE OF TAX EXEMPTION',
      'All purchases of the school are exempt from sales tax.',
      ...shown.map(({ label, value }) => `${label}: ${value}`),
    ]
      .map(
        (line, index) => `BT /F 12 Tf 60 ${710 - 30 * index} Td (${line.replace(/[()\\]/g, '\\$&')}) Tj ET`,
      )
      .join('\n')
  const stream = (text: string) => `4 0 obj\n<</Length ${text.length}>>\nstream\n${text}\nendstream\nendobj\n`
  const objects = [
    '1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n',
    '2 0 obj\n<</Type/Pages/Kids[3 0 R]/Count 1>>\nendobj\n',
    '3 0 obj\n<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>\nendobj\n',
    stream(content(fields)),
  ]
  let text = '%PDF-1.7\n'
  const offsets = objects.map((object) => {
    const offset = text.length
    text += object
    return offset
  })
  const entry = (offset: number) => `${String(offset).padStart(10, '0')} 00000 n \n`
  const first = text.length
  text += `xref\n0 5\n0000000000 65535 f \n${offsets.map(entry).join('')}trailer\n<</Size 5/Root 1 0 R>>\nstartxref\n${first}\n%%EOF\n`
  const changed = text.length
  text += stream(content(withoutSecrets(fields)))
  const second = text.length
  text += `xref\n4 1\n${entry(changed)}trailer\n<</Size 5/Root 1 0 R/Prev ${first}>>\nstartxref\n${second}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
