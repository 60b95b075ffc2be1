import {
  beginText,
  concatTransformationMatrix,
  drawObject,
  endText,
  PDFDocument,
  type PDFFont,
  PDFHexString,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  StandardFonts,
  setFontAndSize,
  setTextMatrix,
  setTextRenderingMode,
  showText,
  TextRenderingMode,
} from '@cantoo/pdf-lib'
import { axesOf, heightOf, widthOf } from '../geometry/quad.ts'
import type { Word } from '../page/piece.ts'
import type { Picture } from '../picture/picture.ts'
import { type EncodedPage, encodePage } from './pdf/encode-page.ts'
import type { Writer } from './writer.ts'

// The part of a line's height that letters without descenders take.
const letterHeight = 0.75
const descent = 0.2
// What the standard fonts of PDF can write.
const unwritable = /[^\x20-\x7e\xa1-\xff]/g

/** What it takes to write a word. */
interface WrittenWord {
  text: PDFHexString
  /** At size 1. */
  width: number
}

/** The font of the words; most words occur many times in a document. */
function wordsIn(font: PDFFont) {
  const known = new Map<string, WrittenWord>()
  return {
    font,
    written(text: string): WrittenWord {
      let word = known.get(text)
      if (!word) {
        const writable = text.normalize('NFKC').replace(unwritable, '')
        // With its blank: programs that copy text do not all tell words apart by their places.
        word = { text: font.encodeText(`${writable} `), width: font.widthOfTextAtSize(writable, 1) }
        known.set(text, word)
      }
      return word
    },
  }
}

/** Puts words over a page, invisible, each stretched over the place where it is seen. */
function writeWords(
  page: PDFPage,
  { font, written }: ReturnType<typeof wordsIn>,
  words: readonly Word[],
  pointsPerPixel: number,
): void {
  const name = page.node.newFontDictionary('Words', font.ref)
  const pageHeight = page.getHeight()
  page.pushOperators(beginText(), setTextRenderingMode(TextRenderingMode.Invisible))
  for (const { text, quad } of words) {
    const word = written(text)
    if (word.width === 0) continue
    const size = Math.max(1, heightOf(quad) * pointsPerPixel * letterHeight)
    const stretch = (widthOf(quad) * pointsPerPixel) / (word.width * size)
    const { along, across } = axesOf(quad)
    const rise = descent * heightOf(quad)
    const x = (quad[3][0] - across[0] * rise) * pointsPerPixel
    const y = pageHeight - (quad[3][1] - across[1] * rise) * pointsPerPixel
    page.pushOperators(
      setFontAndSize(name, size),
      setTextMatrix(along[0] * stretch, -along[1] * stretch, -across[0], across[1], x, y),
      showText(word.text),
    )
  }
  page.pushOperators(endText())
}

type Size = Pick<Picture, 'width' | 'height'>

/** What a page of the output holds. */
interface PageContent {
  size: Size
  pointsPerPixel: number
  encoded: EncodedPage
  words: readonly Word[]
}

/** A PDF of page pictures under an invisible layer of the words that stay; no metadata but the producer. */
export const pdfWriter: Writer = {
  async create(pageBudgetBytes) {
    const whole = await createPdf()
    let last: PageContent | undefined
    return {
      async add({ picture, pointsPerPixel }, words) {
        const { width, height } = picture
        const encoded = await encodePage(picture, pageBudgetBytes)
        last = { size: { width, height }, pointsPerPixel, encoded, words }
        await whole.add(last)
      },
      async lastPage() {
        const single = await createPdf()
        if (last) await single.add(last)
        return single.document.save()
      },
      finish: () => whole.document.save(),
    }
  },
}

/** One PDF of all pages of several, in their order. All of them were written by `pdfWriter`. */
export async function joinPdfs(files: readonly Uint8Array[]): Promise<Uint8Array> {
  const { document } = await createPdf()
  for (const file of files) {
    const part = await PDFDocument.load(file, { updateMetadata: false })
    for (const page of await document.copyPages(part, part.getPageIndices())) document.addPage(page)
  }
  return document.save()
}

/** Pages of a document, counted from 1. */
export interface PageRange {
  from: number
  to: number
}

/** A PDF for each part of one that was written by `pdfWriter`. */
export async function splitPdf(file: Uint8Array, parts: readonly PageRange[]): Promise<Uint8Array[]> {
  const whole = await PDFDocument.load(file, { updateMetadata: false })
  const files: Uint8Array[] = []
  for (const { from, to } of parts) {
    const { document } = await createPdf()
    const pages = Array.from({ length: to - from + 1 }, (_, at) => from - 1 + at)
    for (const page of await document.copyPages(whole, pages)) document.addPage(page)
    files.push(await document.save())
  }
  return files
}

async function createPdf() {
  const document = await PDFDocument.create({ updateMetadata: false })
  document.setProducer('Exempta')
  let font: ReturnType<typeof wordsIn> | undefined
  return {
    document,
    async add({ size, pointsPerPixel, encoded, words }: PageContent) {
      const page = document.addPage([size.width * pointsPerPixel, size.height * pointsPerPixel])
      drawPicture(document, page, size, encoded)
      if (words.length === 0) return
      font ??= wordsIn(await document.embedFont(StandardFonts.Helvetica))
      writeWords(page, font, words, pointsPerPixel)
    },
  }
}

function drawPicture(document: PDFDocument, page: PDFPage, { width, height }: Size, encoded: EncodedPage) {
  const { bytes, filter, bitsPerComponent, palette, isGrey, hasRowFilters } = encoded
  const plain = isGrey ? 'DeviceGray' : 'DeviceRGB'
  const { context } = document
  const indexed = palette && [
    'Indexed',
    'DeviceRGB',
    palette.length / 3 - 1,
    PDFHexString.of(Buffer.from(palette).toString('hex')),
  ]
  const image = context.stream(bytes, {
    Type: 'XObject',
    Subtype: 'Image',
    Width: width,
    Height: height,
    ColorSpace: indexed ?? plain,
    BitsPerComponent: bitsPerComponent,
    Filter: filter,
    ...(hasRowFilters && {
      DecodeParms: { Predictor: 15, Colors: 1, BitsPerComponent: bitsPerComponent, Columns: width },
    }),
  })
  const name = page.node.newXObject('Page', context.register(image))
  const size = page.getSize()
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(size.width, 0, 0, size.height, 0, 0),
    drawObject(name),
    popGraphicsState(),
  )
}
