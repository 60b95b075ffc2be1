import { PDFDocument } from '@cantoo/pdf-lib'
import { sharpOf } from '../picture/picture.ts'
import type { Writer } from './writer.ts'

const epoch = new Date(0)

/** A PDF of page pictures; no metadata but the producer. */
export const pdfWriter: Writer = {
  async create() {
    const document = await PDFDocument.create({ updateMetadata: false })
    document.setProducer('Exempta')
    document.setCreationDate(epoch)
    return {
      async add({ picture, pointsPerPixel }) {
        const image = await document.embedJpg(await sharpOf(picture).jpeg({ quality: 82 }).toBuffer())
        const size: [number, number] = [picture.width * pointsPerPixel, picture.height * pointsPerPixel]
        document.addPage(size).drawImage(image, { x: 0, y: 0, width: size[0], height: size[1] })
      },
      finish: () => document.save(),
    }
  },
}
