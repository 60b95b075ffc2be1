import { limits } from '../../limits.ts'
import type { Picture } from '../../picture/picture.ts'
import { type Pdfium, withMemory } from './pdfium-module.ts'

const bytesPerPixel = 3
const bgr = 2
const flags = { annotations: 0x01, rgbOrder: 0x10 }

export interface Drawing {
  picture: Picture
  pointsPerPixel: number
}

/** A page as it is seen on screen: annotations and form fields included. Undefined for a page without size. */
export function drawPage(pdfium: Pdfium, page: number, form: number): Drawing | undefined {
  const [pageWidth, pageHeight] = [pdfium._FPDF_GetPageWidthF(page), pdfium._FPDF_GetPageHeightF(page)]
  if (!(pageWidth > 0 && pageHeight > 0 && Number.isFinite(pageWidth * pageHeight))) return undefined
  const fit = Math.sqrt(limits.pdfPagePixels / (pageWidth * pageHeight))
  const scale = Math.min(limits.pdfDpi / 72, fit, limits.pdfPageSide / Math.max(pageWidth, pageHeight))
  const [width, height] = [
    Math.max(1, Math.floor(pageWidth * scale)),
    Math.max(1, Math.floor(pageHeight * scale)),
  ]
  const stride = width * bytesPerPixel
  const pixels = withMemory(pdfium, stride * height, (pointer) => {
    const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, bgr, pointer, stride)
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
    const area = [0, 0, width, height, 0] as const
    pdfium._FPDF_RenderPageBitmap(bitmap, page, ...area, flags.annotations | flags.rgbOrder)
    pdfium._FPDF_FFLDraw(form, bitmap, page, ...area, flags.rgbOrder)
    pdfium._FPDFBitmap_Destroy(bitmap)
    return pdfium.HEAPU8.slice(pointer, pointer + stride * height)
  })
  return { picture: { width, height, pixels }, pointsPerPixel: 1 / scale }
}
