/** Fills in the blank of a form as a program does: values become text on the page, or values of its fields. */
import { degrees, PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import type { Form, Zone } from '@exempta/knowledge/schema'
import type { FieldName } from '@exempta/knowledge/terms'
import { placeText } from '../../src/form/place-text.ts'
import type { Quad } from '../../src/geometry/quad.ts'

export type EntryKind = 'text' | 'tick' | 'signature'

/** One thing that is filled in. */
export interface Entry {
  zone: Zone
  kind: EntryKind
  /** As it is written on the paper; of marks and signatures, what stands in their place where nothing can be drawn. */
  text: string
  /** Where the form has a line to write on, as a share of the height of its page. */
  line?: number | undefined
  /** Where the form has a cell for each character, their edges from left to right, as shares of the page's width. */
  cells?: readonly number[] | undefined
}

/** The first typewriter-like fonts of every PDF program. */
export const pdfFonts = ['Helvetica', 'Courier', 'TimesRoman'] as const
export type PdfFontName = (typeof pdfFonts)[number]

export interface FillOptions {
  font?: PdfFontName
  /** Values go into fields of the file, which can be changed again; marks and signatures never do. */
  asFields?: boolean
}

export interface FilledPdf {
  bytes: Uint8Array
  /** For each entry the boxes of its characters, as shares of the width and height of the page. */
  places: Quad[][]
}

const ink = rgb(0.05, 0.05, 0.1)
const ascent = 0.72
const markSize = 0.8

const kindOf = (field: FieldName): EntryKind =>
  field === 'signature' ? 'signature' : ['single', 'blanket', 'reason'].includes(field) ? 'tick' : 'text'

/** Entries for the first zone of each field; a reason is found by its value, such as `resale`. */
export function entriesOf({ zones }: Form, values: Partial<Record<FieldName, string>>): Entry[] {
  return Object.entries(values).map(([field, text]) => {
    const kind = kindOf(field as FieldName)
    const zone = zones.find(
      (one) => one.field === field && (field !== 'reason' || one.value === undefined || one.value === text),
    )
    if (!zone) throw new Error(`The form has no zone for ${field}: ${text}.`)
    return { zone, kind, text: kind === 'tick' ? 'X' : text }
  })
}

export async function fillPdf(
  blank: Uint8Array,
  entries: readonly Entry[],
  { font: fontName = 'Helvetica', asFields = false }: FillOptions = {},
): Promise<FilledPdf> {
  const document = await PDFDocument.load(blank)
  const font = await document.embedFont(StandardFonts[fontName])
  const signing = await document.embedFont(StandardFonts.TimesRomanBoldItalic)
  const places = entries.map((entry, index) => {
    const page = document.getPage(entry.zone.page - 1)
    if (asFields && entry.kind === 'text' && !entry.cells && page.getRotation().angle === 0)
      return addField(document, page, entry, font, `field-${index}`)
    return write(page, entry, entry.kind === 'signature' ? signing : font)
  })
  document.setModificationDate(new Date(0))
  return { bytes: await document.save(), places }
}

/** The size of a page as it is seen: some are stored lying on their side. */
function seenSize(page: PDFPage): { width: number; height: number; isTurned: boolean } {
  const { width, height } = page.getSize()
  const isTurned = page.getRotation().angle % 180 !== 0
  return isTurned ? { width: height, height: width, isTurned } : { width, height, isTurned }
}

function boxOf({ zone, line }: Entry, { width, height }: { width: number; height: number }) {
  return {
    line: line === undefined ? undefined : (line - zone.y) * height,
    x: zone.x * width,
    y: zone.y * height,
    width: zone.width * width,
    height: zone.height * height,
  }
}

function write(page: PDFPage, entry: Entry, font: PDFFont): Quad[] {
  const seen = seenSize(page)
  const box = boxOf(entry, seen)
  const { x, y, size } = placeOf(entry, box, font)
  const draw = (text: string, at: { x: number; y: number }) => {
    page.drawText(text, {
      size,
      font,
      color: ink,
      // Turned by a quarter to the right, the page's own axes run down and to the right.
      ...(seen.isTurned ? { x: at.y, y: at.x, rotate: degrees(90) } : { x: at.x, y: seen.height - at.y }),
    })
    return charactersOf(text, at, size, font, seen)
  }
  const { cells } = entry
  if (!cells) return draw(entry.text, { x: box.x + x, y: box.y + y })
  return [...entry.text].flatMap((character, i) => {
    const middle = (((cells[i] ?? 0) + (cells[i + 1] ?? 0)) / 2) * seen.width
    return draw(character, { x: middle - font.widthOfTextAtSize(character, size) / 2, y: box.y + y })
  })
}

function placeOf({ kind, text }: Entry, box: ReturnType<typeof boxOf>, font: PDFFont) {
  const measure = (size: number) => font.widthOfTextAtSize(text, size)
  if (kind !== 'tick') return placeText(box, measure)
  const size = Math.min(box.width, box.height) * markSize
  return { size, x: (box.width - measure(size)) / 2, y: box.height / 2 + (ascent * size) / 2 }
}

function charactersOf(
  text: string,
  { x, y }: { x: number; y: number },
  size: number,
  font: PDFFont,
  seen: { width: number; height: number },
): Quad[] {
  const at = (text: string) => x + font.widthOfTextAtSize(text, size)
  const [top, bottom] = [(y - ascent * size) / seen.height, y / seen.height]
  return [...text].flatMap((character, i): Quad[] => {
    if (character === ' ') return []
    const [left, right] = [at(text.slice(0, i)) / seen.width, at(text.slice(0, i + 1)) / seen.width]
    return [
      [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
      ],
    ]
  })
}

function addField(document: PDFDocument, page: PDFPage, entry: Entry, font: PDFFont, name: string): Quad[] {
  const seen = seenSize(page)
  const box = boxOf(entry, seen)
  const { size } = placeOf(entry, box, font)
  const field = document.getForm().createTextField(name)
  field.setText(entry.text)
  field.addToPage(page, {
    x: box.x,
    y: seen.height - box.y - box.height,
    width: box.width,
    height: box.height,
    font,
    borderWidth: 0,
  })
  field.setFontSize(size)
  field.updateAppearances(font)
  // Programs center a line of text in its field.
  const baseline = box.y + box.height / 2 + (ascent * size) / 2
  return charactersOf(entry.text, { x: box.x + 1, y: baseline }, size, font, seen)
}
