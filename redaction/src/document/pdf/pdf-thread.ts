/** A thread with one PDF and a pdfium of its own: it can be ended at any moment, and all of its memory is freed with it. */
import { parentPort, workerData } from 'node:worker_threads'
import { boundsOf, type Quad } from '../../geometry/quad.ts'
import { limits } from '../../limits.ts'
import type { Picture } from '../../picture/picture.ts'
import type { Glyph } from '../../reader/text-reader.ts'
import type { FormField, PageImage } from '../rasteriser.ts'
import type { ToPixels } from './page-text.ts'
import { charactersOf, toPixelsOf } from './page-text.ts'
import { loadPdfium, memoryOf, withMemory } from './pdfium-module.ts'

export interface PdfThreadData {
  wasm: WebAssembly.Module
}

export type PdfAnswer =
  | { kind: 'opened'; pageCount: number }
  | { kind: 'page'; image: PageImage }
  | { kind: 'refused'; reason: 'damaged' | 'protected' | 'too-complex' | 'adobe-reader-only' }

const formInfo = { bytes: 256, version: 2 }
const errors = { password: 4, security: 5 }
// Forms of the XML kind draw themselves in Adobe Reader alone; elsewhere their page asks to wait.
const xmlForms = { full: 2, foreground: 3 }
const placeholder = /please wait.*adobe|adobe reader.*(?:later|upgrade)/is
const maxCharacters = 60_000
const plainObjects = { text: 1, path: 2 }
const flattening = { asSeen: 0, done: 1 }

const { wasm } = workerData as PdfThreadData
const answer = (message: PdfAnswer, transfer: ArrayBuffer[] = []) =>
  parentPort?.postMessage(message, transfer)

const pdfium = await loadPdfium(wasm)
let document = 0
parentPort?.once('message', open)

/** The first message is the file; those after it ask for pages. */
function open(untrustedBytes: Uint8Array) {
  document = load(untrustedBytes)
  if (document === 0) {
    const code = pdfium._FPDF_GetLastError()
    answer({
      kind: 'refused',
      reason: code === errors.password || code === errors.security ? 'protected' : 'damaged',
    })
  } else if (pdfium._FPDF_GetFormType(document) === xmlForms.full) {
    answer({ kind: 'refused', reason: 'adobe-reader-only' })
  } else {
    const form = openForm()
    parentPort?.on('message', (index: number) => readPage(index, form))
    answer({ kind: 'opened', pageCount: pdfium._FPDF_GetPageCount(document) })
  }
}

function load(untrustedBytes: Uint8Array): number {
  // pdfium reads from these bytes as long as the document is open.
  const pointer = pdfium.wasmExports.malloc(untrustedBytes.length)
  if (pointer === 0) return 0
  pdfium.HEAPU8.set(untrustedBytes, pointer)
  return pdfium._FPDF_LoadMemDocument(pointer, untrustedBytes.length, 0)
}

function openForm(): number {
  const info = pdfium.wasmExports.malloc(formInfo.bytes)
  pdfium.HEAPU8.fill(0, info, info + formInfo.bytes)
  memoryOf(pdfium).setUint32(info, formInfo.version, true)
  const form = pdfium._FPDFDOC_InitFormFillEnvironment(document, info)
  pdfium._FPDF_SetFormFieldHighlightAlpha(form, 0)
  return form
}

function readPage(index: number, form: number) {
  const page = pdfium._FPDF_LoadPage(document, index)
  if (page === 0) return answer({ kind: 'refused', reason: 'damaged' })
  pdfium._FORM_OnAfterLoadPage(page, form)
  const drawing = drawPage(page, form)
  if (!drawing) return answer({ kind: 'refused', reason: 'damaged' })
  const toPixels = toPixelsOf(pdfium, page, drawing.picture)
  const fields = fieldValuesOf(page, form, toPixels)
  const isTextOnly = hasOnlyText(page)
  pdfium._FORM_OnBeforeClosePage(page, form)
  const flat = withFieldsAsText(page, index)
  if (flat === 0) return answer({ kind: 'refused', reason: 'damaged' })
  const characters = charactersOf(pdfium, flat, toPixels, maxCharacters)
  pdfium._FPDF_ClosePage(flat)
  if (!characters || !fields) return answer({ kind: 'refused', reason: 'too-complex' })
  if (isPlaceholder(characters)) return answer({ kind: 'refused', reason: 'adobe-reader-only' })
  answer({ kind: 'page', image: { ...drawing, characters, fields, isTextOnly } }, [
    drawing.picture.pixels.buffer as ArrayBuffer,
  ])
}

/** Text in fields and notes isn't text of the page until they are made a part of it. Gives the page to read it from. */
function withFieldsAsText(page: number, index: number): number {
  if (pdfium._FPDFPage_Flatten(page, flattening.asSeen) !== flattening.done) return page
  pdfium._FPDF_ClosePage(page)
  return pdfium._FPDF_LoadPage(document, index)
}

const isPlaceholder = (characters: readonly Glyph[]) =>
  pdfium._FPDF_GetFormType(document) === xmlForms.foreground &&
  placeholder.test(characters.map(({ text }) => text).join(''))

/** Without pictures, shadings, drawings within the drawing, fields and notes. */
function hasOnlyText(page: number): boolean {
  if (pdfium._FPDFPage_GetAnnotCount(page) > 0) return false
  const count = pdfium._FPDFPage_CountObjects(page)
  for (let index = 0; index < count; index++) {
    const type = pdfium._FPDFPageObj_GetType(pdfium._FPDFPage_GetObject(page, index))
    if (type !== plainObjects.text && type !== plainObjects.path) return false
  }
  return true
}

const bytesPerPixel = 3
const bgr = 2
const flags = { annotations: 0x01, rgbOrder: 0x10 }

interface Drawing {
  picture: Picture
  pointsPerPixel: number
}

/** A page as it is seen on screen: annotations and form fields included. Undefined for a page without size. */
function drawPage(page: number, form: number): Drawing | undefined {
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

const widget = 20
const maxFields = 5_000
const maxValueBytes = 4_096

/** The values of a page's form fields and where they stand in its picture. Undefined when there are too many. */
function fieldValuesOf(page: number, form: number, toPixels: ToPixels): FormField[] | undefined {
  const count = pdfium._FPDFPage_GetAnnotCount(page)
  if (count > maxFields) return undefined
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const annotation = pdfium._FPDFPage_GetAnnot(page, index)
    if (annotation === 0) return []
    try {
      if (pdfium._FPDFAnnot_GetSubtype(annotation) !== widget) return []
      const value = valueIn(form, annotation)
      return value ? [{ value, quad: placeOf(annotation, toPixels) }] : []
    } finally {
      pdfium._FPDFPage_CloseAnnot(annotation)
    }
  })
}

const valueIn = (form: number, annotation: number) =>
  withMemory(pdfium, maxValueBytes, (out) => {
    const size = pdfium._FPDFAnnot_GetFormFieldValue(form, annotation, out, maxValueBytes)
    if (size < 2 || size > maxValueBytes) return ''
    return Buffer.from(pdfium.HEAPU8.slice(out, out + size - 2)).toString('utf16le')
  })

function placeOf(annotation: number, toPixels: ToPixels): Quad {
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
