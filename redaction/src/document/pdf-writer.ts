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
import type { Word } from '../page/words.ts'
import type { Picture } from '../picture/picture.ts'
import { type EncodedPage, encodePage } from './pdf/encode-page.ts'
import { writeWords } from './pdf/write-words.ts'
import type { Writer } from './writer.ts'

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

async function createPdf() {
  const document = await PDFDocument.create({ updateMetadata: false })
  document.setProducer('Exempta')
  let font: PDFFont | undefined
  return {
    document,
    async add({ size, pointsPerPixel, encoded, words }: PageContent) {
      const page = document.addPage([size.width * pointsPerPixel, size.height * pointsPerPixel])
      drawPicture(document, page, size, encoded)
      if (words.length === 0) return
      font ??= await document.embedFont(StandardFonts.Helvetica)
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
