import sharp from 'sharp'
import { limits } from '../limits.ts'
import { Refusal } from '../refusal.ts'
import { pdfWriter } from './pdf-writer.ts'
import { decode } from './sharp-rasteriser.ts'

const pointsPerInch = 72
const usualDpi = 200

/** Scanners write stacks as TIFF files of many pages. As a PDF, such a file is redacted and read like any other. */
export async function pdfOfTiff(untrustedBytes: Uint8Array): Promise<Uint8Array> {
  const {
    format,
    pages = 1,
    density,
  } = await sharp(untrustedBytes, { limitInputPixels: false })
    .metadata()
    .catch((cause) => {
      throw new Refusal('damaged', { cause })
    })
  if (format !== 'tiff') throw new Refusal('unsupported-type')
  if (pages > limits.pages) throw new Refusal('too-many-pages')
  const output = await pdfWriter.create(Math.floor(limits.fileBytes / 2 / pages))
  for (let page = 0; page < pages; page++) {
    const { picture } = await decode(untrustedBytes, page)
    await output.add({ picture, pointsPerPixel: pointsPerInch / (density || usualDpi) }, [])
  }
  return output.finish()
}
