import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import { limits } from '../limits.ts'
import { Refusal } from '../refusal.ts'
import type { PageImage, Rasteriser } from './rasteriser.ts'

let library: Promise<PDFiumLibrary> | undefined

/** PDF pages as they would be printed, form fields included. */
export const pdfiumRasteriser: Rasteriser = {
  async open(untrustedBytes) {
    library ??= PDFiumLibrary.init()
    const document = await (await library).loadDocument(untrustedBytes).catch((cause: unknown) => {
      throw new Refusal(isAboutPassword(cause) ? 'protected' : 'damaged', { cause })
    })
    document.initializeFormFields()
    return {
      pageCount: document.getPageCount(),
      page: (index) => render(document, index),
      close: () => document.destroy(),
    }
  },
}

const isAboutPassword = (cause: unknown) => cause instanceof Error && /password|security/i.test(cause.message)

async function render(document: PDFiumDocument, index: number): Promise<PageImage> {
  const page = document.getPage(index)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  if (!(originalWidth > 0 && originalHeight > 0)) throw new Refusal('damaged')
  const fit = Math.sqrt(limits.pdfPagePixels / (originalWidth * originalHeight))
  const scale = Math.min(limits.pdfDpi / 72, fit)
  const { width, height, data } = await page.render({ scale, renderFormFields: true, render: 'bitmap' })
  return { picture: { width, height, pixels: withoutAlpha(data, width * height) }, pointsPerPixel: 1 / scale }
}

function withoutAlpha(rgba: Uint8Array, count: number): Uint8Array {
  const pixels = new Uint8Array(count * 3)
  for (let from = 0, to = 0; to < pixels.length; from += 4, to += 3) {
    pixels[to] = rgba[from] as number
    pixels[to + 1] = rgba[from + 1] as number
    pixels[to + 2] = rgba[from + 2] as number
  }
  return pixels
}
