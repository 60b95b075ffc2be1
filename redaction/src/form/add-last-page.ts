/** Adds a page behind a filled-in form that says how it was signed. The bytes before it stay as they were. */
import {
  PDFDict,
  PDFDocument,
  type PDFFont,
  PDFName,
  type PDFPage,
  PDFRef,
  rgb,
  StandardFonts,
} from '@cantoo/pdf-lib'

/** What the page says: a title, what stands beside each label, and a last paragraph. */
export interface LastPage {
  title: string
  rows: readonly { label: string; text: string }[]
  closing: string
}

const letter = { width: 612, height: 792 }
const margin = 54
const valueLeft = 190
const size = { title: 18, text: 9.5 }
const lineHeight = 13.5
const ink = { text: rgb(0.05, 0.05, 0.1), label: rgb(0.32, 0.36, 0.42) }

/** An incremental update: whoever has the page can still check the hash of what was signed. Throws when it can't be opened. */
export async function addLastPage(file: Uint8Array, { title, rows, closing }: LastPage): Promise<Uint8Array> {
  const document = await PDFDocument.load(file, { updateMetadata: false })
  const snapshot = document.takeSnapshot()
  const fonts = {
    plain: await document.embedFont(StandardFonts.Helvetica),
    bold: await document.embedFont(StandardFonts.HelveticaBold),
  }
  let page = document.addPage([letter.width, letter.height])
  const added = [page]
  page.drawText(title, {
    x: margin,
    y: letter.height - 70,
    size: size.title,
    font: fonts.bold,
    color: ink.text,
  })
  let y = letter.height - 104
  const write = (text: string, left: number) => {
    for (const line of linesOf(text, fonts.plain, letter.width - margin - left)) {
      if (y < margin) {
        page = document.addPage([letter.width, letter.height])
        added.push(page)
        y = letter.height - 70
      }
      page.drawText(line, { x: left, y, size: size.text, font: fonts.plain, color: ink.text })
      y -= lineHeight
    }
  }
  for (const { label, text } of rows) {
    page.drawText(label, { x: margin, y, size: size.text, font: fonts.plain, color: ink.label })
    write(text, valueLeft)
    y -= 4
  }
  y -= lineHeight
  write(closing, margin)
  for (const one of added) for (const ref of parentsOf(document, one)) snapshot.markRefForSave(ref)
  return Buffer.concat([file, await document.saveIncremental(snapshot)])
}

/** The list of pages, which counts one more now. */
function parentsOf(document: PDFDocument, { node }: PDFPage): PDFRef[] {
  const refs: PDFRef[] = []
  let ref = node.get(PDFName.of('Parent'))
  while (ref instanceof PDFRef && !refs.includes(ref)) {
    refs.push(ref)
    ref = document.context.lookup(ref, PDFDict).get(PDFName.of('Parent'))
  }
  return refs
}

/** Words that are too long for a line, such as a hash, go on in the next one. */
function linesOf(text: string, font: PDFFont, width: number): string[] {
  const lines: string[] = []
  let line = ''
  const fits = (words: string) => font.widthOfTextAtSize(words, size.text) <= width
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = ''
    for (const sign of word) {
      if (!fits(line + sign)) {
        lines.push(line)
        line = ''
      }
      line += sign
    }
  }
  return [...lines, line]
}
