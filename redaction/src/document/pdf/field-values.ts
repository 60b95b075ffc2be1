import { boundsOf, type Quad } from '../../geometry/quad.ts'
import type { FormField } from '../rasteriser.ts'
import type { ToPixels } from './page-text.ts'
import { memoryOf, type Pdfium, withMemory } from './pdfium-module.ts'

const widget = 20
const maxFields = 5_000
const maxValueBytes = 4_096

/** The values of a page's form fields and where they stand in its picture. Undefined when there are too many. */
export function fieldValuesOf(
  pdfium: Pdfium,
  page: number,
  form: number,
  toPixels: ToPixels,
): FormField[] | undefined {
  const count = pdfium._FPDFPage_GetAnnotCount(page)
  if (count > maxFields) return undefined
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const annotation = pdfium._FPDFPage_GetAnnot(page, index)
    if (annotation === 0) return []
    try {
      if (pdfium._FPDFAnnot_GetSubtype(annotation) !== widget) return []
      const value = valueIn(pdfium, form, annotation)
      return value ? [{ value, quad: placeOf(pdfium, annotation, toPixels) }] : []
    } finally {
      pdfium._FPDFPage_CloseAnnot(annotation)
    }
  })
}

const valueIn = (pdfium: Pdfium, form: number, annotation: number) =>
  withMemory(pdfium, maxValueBytes, (out) => {
    const size = pdfium._FPDFAnnot_GetFormFieldValue(form, annotation, out, maxValueBytes)
    if (size < 2 || size > maxValueBytes) return ''
    return Buffer.from(pdfium.HEAPU8.slice(out, out + size - 2)).toString('utf16le')
  })

function placeOf(pdfium: Pdfium, annotation: number, toPixels: ToPixels): Quad {
  const [left, bottom, right, top] = withMemory(pdfium, 16, (out) => {
    pdfium._FPDFAnnot_GetRect(annotation, out)
    const memory = memoryOf(pdfium)
    return [0, 4, 8, 12].map((offset) => memory.getFloat32(out + offset, true))
  }) as [number, number, number, number]
  const corners: Quad = [
    toPixels([left, top]),
    toPixels([right, top]),
    toPixels([right, bottom]),
    toPixels([left, bottom]),
  ]
  const box = boundsOf([corners])
  return [
    [box.left, box.top],
    [box.right, box.top],
    [box.right, box.bottom],
    [box.left, box.bottom],
  ]
}
