/** A page of a made-up form in the making: what is printed on it, and where values are to be filled in. */
import { type PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib'
import type { Zone } from '@exempta/knowledge/schema'
import type { FieldName } from '@exempta/knowledge/terms'

interface Fonts {
  plain: PDFFont
  bold: PDFFont
}

const ink = rgb(0.1, 0.1, 0.1)
const lineHeight = 1.35
/** Room for a value, in points: above the line it is written on, and below it for tails of letters. */
const room = { above: 14, below: 3 }
const boxSide = 9
const share = (value: number) => Number(value.toFixed(4))

/** Positions are in points from the top left corner, and those of texts are baselines. */
export class FormPage {
  readonly zones: Zone[] = []
  readonly #page: PDFPage
  readonly #fonts: Fonts
  readonly #number: number

  constructor(page: PDFPage, number: number, fonts: Fonts) {
    this.#page = page
    this.#number = number
    this.#fonts = fonts
  }

  /** Returns where the text ends. */
  text(text: string, x: number, y: number, size = 9, isBold = false): number {
    const font = isBold ? this.#fonts.bold : this.#fonts.plain
    this.#page.drawText(text, { x, y: this.#page.getHeight() - y, size, font, color: ink })
    return x + font.widthOfTextAtSize(text, size)
  }

  /** Writes words from left to right in lines of a given width; returns the baseline below the last line. */
  paragraph(text: string, x: number, y: number, width: number, size = 9): number {
    let [line, at] = ['', y]
    for (const word of text.split(' ')) {
      const longer = line ? `${line} ${word}` : word
      if (this.#fonts.plain.widthOfTextAtSize(longer, size) > width) {
        this.text(line, x, at, size)
        at += size * lineHeight
        line = word
      } else line = longer
    }
    this.text(line, x, at, size)
    return at + size * lineHeight
  }

  rule(x: number, y: number, width: number) {
    const at = this.#page.getHeight() - y
    this.#page.drawLine({ start: { x, y: at }, end: { x: x + width, y: at }, thickness: 0.6, color: ink })
  }

  frame(x: number, y: number, width: number, height: number) {
    const bottom = this.#page.getHeight() - y - height
    this.#page.drawRectangle({ x, y: bottom, width, height, borderWidth: 0.7, borderColor: ink })
  }

  /** A line to write on. */
  blank(field: FieldName, x: number, y: number, width: number, value?: string) {
    this.rule(x, y + room.below, width)
    this.#zone(field, { x, y: y + room.below - room.above, width, height: room.above }, value)
  }

  /** A box with its label in the upper left corner, and room for the value below that. */
  cell(field: FieldName, label: string, x: number, y: number, width: number, height = 30) {
    this.frame(x, y, width, height)
    this.text(label, x + 4, y + 9, 7)
    this.#zone(field, { x: x + 3, y: y + 12, width: width - 6, height: height - 13 })
  }

  /** A box to tick, and what it stands for. */
  tick(field: FieldName, label: string, x: number, y: number, value?: string): number {
    this.frame(x, y - boxSide + 1, boxSide, boxSide)
    this.#zone(field, { x: x - 2, y: y - boxSide - 1, width: boxSide + 4, height: boxSide + 4 }, value)
    return this.text(label, x + boxSide + 6, y)
  }

  /** A place for a value, without a label or lines. */
  zone(field: FieldName, x: number, y: number, width: number, height: number) {
    this.#zone(field, { x, y, width, height })
  }

  #zone(field: FieldName, box: { x: number; y: number; width: number; height: number }, value?: string) {
    const { width, height } = this.#page.getSize()
    this.zones.push({
      field,
      page: this.#number,
      x: share(box.x / width),
      y: share(box.y / height),
      width: share(box.width / width),
      height: share(box.height / height),
      ...(value !== undefined && { value }),
    })
  }
}

/** Adds pages of one size to a document, and returns them in order. */
export async function addPages(
  document: PDFDocument,
  size: [number, number],
  count: number,
): Promise<FormPage[]> {
  const fonts = {
    plain: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
  }
  return Array.from({ length: count }, (_, i) => new FormPage(document.addPage(size), i + 1, fonts))
}
