import {
  concatTransformationMatrix,
  drawObject,
  PDFDocument,
  type PDFFont,
  PDFHexString,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  StandardFonts,
} from '@cantoo/pdf-lib'
import type { Picture } from '../picture/picture.ts'
import { type EncodedPage, encodePage } from './pdf/encode-page.ts'
import { writeWords } from './pdf/write-words.ts'
import type { Writer } from './writer.ts'

/** A PDF of page pictures under an invisible layer of the words that stay; no metadata but the producer. */
export const pdfWriter: Writer = {
  async create(pageBudgetBytes) {
    const document = await PDFDocument.create({ updateMetadata: false })
    document.setProducer('Exempta')
    let font: PDFFont | undefined
    return {
      async add({ picture, pointsPerPixel }, words) {
        const encoded = await encodePage(picture, pageBudgetBytes)
        const page = document.addPage([picture.width * pointsPerPixel, picture.height * pointsPerPixel])
        drawPicture(document, page, picture, encoded)
        if (words.length === 0) return
        font ??= await document.embedFont(StandardFonts.Helvetica)
        writeWords(page, font, words, pointsPerPixel)
      },
      finish: () => document.save(),
    }
  },
}

function drawPicture(document: PDFDocument, page: PDFPage, { width, height }: Picture, encoded: EncodedPage) {
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
