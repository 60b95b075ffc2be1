/** Sets values into a blank form: text on its lines, marks in its boxes, and the signature of the person who signs. */
import {
  degrees,
  LineCapStyle,
  PDFDocument,
  type PDFFont,
  PDFName,
  type PDFPage,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib'
import type { Box } from '../geometry/quad.ts'
import { type PlacedText, placeText } from './place-text.ts'

/** Where to write, and what. Places are shares of the page as it's seen. */
export type FormEntry = Box &
  (
    | { kind: 'text' | 'mark' | 'signature'; text: string }
    /** Lines from point to point, as shares of the area in which they were drawn; `ratio` is its width by its height. */
    | { kind: 'drawing'; strokes: readonly (readonly (readonly [number, number])[])[]; ratio: number }
  )

export interface FilledForm {
  file: Uint8Array
  /** Indexes of entries whose text is too long for its place. */
  tooLong: number[]
}

const ink = rgb(0.05, 0.05, 0.1)
const penWidth = 1.1
const markSize = 0.8
/** Height of capital letters, in sizes. */
const capitals = 0.72
const lineSpacing = 1.25
const smallestWrapped = 8
const side = 2

/** Throws when the blank can't be opened. */
export async function fillForm(blank: Uint8Array, entries: readonly FormEntry[]): Promise<FilledForm> {
  const document = await PDFDocument.load(blank, { updateMetadata: false, password: '' })
  removeFields(document)
  const fonts = {
    text: await document.embedFont(StandardFonts.Helvetica),
    signature: await document.embedFont(StandardFonts.TimesRomanBoldItalic),
  }
  const tooLong = entries.flatMap((entry, index) => {
    const page = document.getPage(entry.page - 1)
    if (entry.kind === 'drawing') drawStrokes(page, entry)
    else if (entry.kind === 'mark') drawMark(page, entry, fonts.text)
    else if (!write(page, entry, entry.kind === 'signature' ? fonts.signature : fonts.text)) return [index]
    return []
  })
  return { file: await document.save(), tooLong }
}

/** Fields of the file would hide what is written below them. */
function removeFields(document: PDFDocument): void {
  document.catalog.delete(PDFName.of('AcroForm'))
  for (const page of document.getPages()) page.node.delete(PDFName.of('Annots'))
}

type Size = { width: number; height: number }

/** From points of the page as it's seen, from its top left corner, to its own coordinates. */
function pageAxes(page: PDFPage) {
  const box = page.getCropBox()
  const angle = ((page.getRotation().angle % 360) + 360) % 360
  const seen: Size =
    angle % 180 === 0 ? { width: box.width, height: box.height } : { width: box.height, height: box.width }
  const place = (x: number, y: number) => {
    const [across, up] =
      angle === 0
        ? [x, box.height - y]
        : angle === 90
          ? [y, x]
          : angle === 180
            ? [box.width - x, y]
            : [box.width - y, box.height - x]
    return { x: box.x + across, y: box.y + up }
  }
  return { seen, place, rotate: degrees(angle) }
}

const boxIn = ({ x, y, width, height }: Box, seen: Size) => ({
  x: x * seen.width,
  y: y * seen.height,
  width: width * seen.width,
  height: height * seen.height,
})

/** False when the text doesn't fit; nothing is written then. */
function write(page: PDFPage, entry: FormEntry & { text: string }, font: PDFFont): boolean {
  const { seen, place, rotate } = pageAxes(page)
  const box = boxIn(entry, seen)
  const rows = rowsOf(entry.text, box, font)
  if (!rows) return false
  const { placed, lines } = rows
  for (const [i, line] of lines.entries()) {
    const at = place(box.x + placed.x, box.y + placed.y + i * lineSpacing * placed.size)
    page.drawText(line, { ...at, size: placed.size, font, color: ink, rotate })
  }
  return true
}

/** In one line, or in several where the place is high enough. */
function rowsOf(text: string, box: Size, font: PDFFont): { placed: PlacedText; lines: string[] } | undefined {
  const placed = placeText(box, (size) => font.widthOfTextAtSize(text, size))
  if (placed.fits) return { placed, lines: [text] }
  const size = smallestWrapped
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines[lines.length - 1]} ${word}`
    const fits = font.widthOfTextAtSize(longer, size) <= box.width - 2 * side
    if (fits && lines.length > 0) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  const isWide = lines.some((line) => font.widthOfTextAtSize(line, size) > box.width - 2 * side)
  if (isWide || lines.length * lineSpacing * size > box.height) return undefined
  return { placed: { ...placed, size, y: lineSpacing * size }, lines }
}

function drawMark(page: PDFPage, entry: FormEntry & { text: string }, font: PDFFont): void {
  const { seen, place, rotate } = pageAxes(page)
  const box = boxIn(entry, seen)
  const size = Math.min(box.width, box.height) * markSize
  const at = place(
    box.x + (box.width - font.widthOfTextAtSize(entry.text, size)) / 2,
    box.y + (box.height + capitals * size) / 2,
  )
  page.drawText(entry.text, { ...at, size, font, color: ink, rotate })
}

function drawStrokes(page: PDFPage, entry: Extract<FormEntry, { kind: 'drawing' }>): void {
  const { seen, place } = pageAxes(page)
  const box = boxIn(entry, seen)
  // As large as the place allows, with the proportions in which it was drawn.
  const height = Math.min(box.height, (box.width - 2 * side) / entry.ratio)
  const width = height * entry.ratio
  const top = box.y + (box.height - height) / 2
  const at = ([x, y]: readonly [number, number]) => place(box.x + side + x * width, top + y * height)
  for (const stroke of entry.strokes) {
    for (const [i, point] of stroke.entries()) {
      const [start, end] = [at(stroke[i - 1] ?? point), at(point)]
      page.drawLine({ start, end, thickness: penWidth, color: ink, lineCap: LineCapStyle.Round })
    }
  }
}
