import {
  beginText,
  endText,
  type PDFFont,
  type PDFPage,
  setFontAndSize,
  setTextMatrix,
  setTextRenderingMode,
  showText,
  TextRenderingMode,
} from '@cantoo/pdf-lib'
import { axesOf, heightOf, widthOf } from '../../geometry/quad.ts'
import type { Word } from '../../page/words.ts'

// The part of a line's height that letters without descenders take.
const letterHeight = 0.75
const descent = 0.2
// What the standard fonts of PDF can write.
const unwritable = /[^\x20-\x7e\xa1-\xff]/g

/** Puts words over a page, invisible, each stretched over the place where it is seen. */
export function writeWords(
  page: PDFPage,
  font: PDFFont,
  words: readonly Word[],
  pointsPerPixel: number,
): void {
  const name = page.node.newFontDictionary('Words', font.ref)
  const pageHeight = page.getHeight()
  page.pushOperators(beginText(), setTextRenderingMode(TextRenderingMode.Invisible))
  for (const { text, quad } of words) {
    const written = text.normalize('NFKC').replace(unwritable, '')
    const size = Math.max(1, heightOf(quad) * pointsPerPixel * letterHeight)
    const natural = font.widthOfTextAtSize(written, size)
    if (natural === 0) continue
    const stretch = (widthOf(quad) * pointsPerPixel) / natural
    const { along, across } = axesOf(quad)
    const rise = descent * heightOf(quad)
    const x = (quad[3][0] - across[0] * rise) * pointsPerPixel
    const y = pageHeight - (quad[3][1] - across[1] * rise) * pointsPerPixel
    page.pushOperators(
      setFontAndSize(name, size),
      setTextMatrix(along[0] * stretch, -along[1] * stretch, -across[0], across[1], x, y),
      showText(font.encodeText(written)),
    )
  }
  page.pushOperators(endText())
}
