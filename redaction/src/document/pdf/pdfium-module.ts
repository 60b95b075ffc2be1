import { PDFiumModule } from '@hyzyla/pdfium'
import { limits } from '../../limits.ts'

/** The C functions of pdfium that are used here; pointers and handles are numbers. */
export interface Pdfium {
  HEAPU8: Uint8Array
  wasmExports: { malloc(size: number): number; free(pointer: number): void }
  _FPDF_InitLibraryWithConfig(config: object): void
  _FPDF_LoadMemDocument(bytes: number, size: number, password: number): number
  _FPDF_GetLastError(): number
  _FPDF_GetPageCount(document: number): number
  _FPDF_GetFormType(document: number): number
  _FPDF_LoadPage(document: number, index: number): number
  _FPDF_ClosePage(page: number): void
  _FPDF_GetPageWidthF(page: number): number
  _FPDF_GetPageHeightF(page: number): number
  _FPDFDOC_InitFormFillEnvironment(document: number, info: number): number
  _FPDF_SetFormFieldHighlightAlpha(form: number, alpha: number): void
  _FORM_OnAfterLoadPage(page: number, form: number): void
  _FORM_OnBeforeClosePage(page: number, form: number): void
  _FPDFBitmap_CreateEx(width: number, height: number, format: number, pixels: number, stride: number): number
  _FPDFBitmap_FillRect(
    bitmap: number,
    x: number,
    y: number,
    width: number,
    height: number,
    colour: number,
  ): void
  _FPDFBitmap_Destroy(bitmap: number): void
  _FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    turn: number,
    flags: number,
  ): void
  _FPDF_FFLDraw(
    form: number,
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    turn: number,
    flags: number,
  ): void
  _FPDF_PageToDevice(
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    turn: number,
    pageX: number,
    pageY: number,
    outX: number,
    outY: number,
  ): number
  _FPDFText_LoadPage(page: number): number
  _FPDFText_ClosePage(text: number): void
  _FPDFText_CountChars(text: number): number
  _FPDFText_GetUnicode(text: number, index: number): number
  _FPDFText_GetFontSize(text: number, index: number): number
  _FPDFText_GetLooseCharBox(text: number, index: number, out: number): number
  _FPDFText_GetCharBox(
    text: number,
    index: number,
    outLeft: number,
    outRight: number,
    outBottom: number,
    outTop: number,
  ): number
  _FPDFText_GetMatrix(text: number, index: number, out: number): number
  _FPDFText_GetCharOrigin(text: number, index: number, outX: number, outY: number): number
  _FPDFPage_Flatten(page: number, flag: number): number
  _FPDFPage_CountObjects(page: number): number
  _FPDFPage_GetObject(page: number, index: number): number
  _FPDFPageObj_GetType(object: number): number
  _FPDFPage_GetAnnotCount(page: number): number
  _FPDFPage_GetAnnot(page: number, index: number): number
  _FPDFPage_CloseAnnot(annotation: number): void
  _FPDFAnnot_GetSubtype(annotation: number): number
  _FPDFAnnot_GetRect(annotation: number, out: number): number
  _FPDFAnnot_GetFormFieldValue(form: number, annotation: number, out: number, size: number): number
}

type Grow = (size: number) => boolean

/** A pdfium of its own memory, which ends when a file asks for more than is good, and is freed with its thread. */
export async function loadPdfium(wasm: WebAssembly.Module): Promise<Pdfium> {
  const pdfium = (await PDFiumModule({
    instantiateWasm({ env, ...others }: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
      const grow = env?.emscripten_resize_heap as Grow
      const bounded: Grow = (size) => size >>> 0 <= limits.pdfMemoryBytes && grow(size)
      const instance = new WebAssembly.Instance(wasm, {
        ...others,
        env: { ...env, emscripten_resize_heap: bounded },
      })
      done(instance)
      return instance.exports
    },
  } as never)) as unknown as Pdfium
  pdfium._FPDF_InitLibraryWithConfig({ version: 2 })
  return pdfium
}

/** Lends zeroed memory of pdfium to a function. */
export function withMemory<T>(pdfium: Pdfium, size: number, use: (pointer: number) => T): T {
  const pointer = pdfium.wasmExports.malloc(size)
  if (pointer === 0) throw new Error('pdfium is out of memory.')
  pdfium.HEAPU8.fill(0, pointer, pointer + size)
  try {
    return use(pointer)
  } finally {
    pdfium.wasmExports.free(pointer)
  }
}

/** pdfium's memory as numbers; it moves when it grows, so ask again after every call. */
export const memoryOf = ({ HEAPU8 }: Pdfium) => new DataView(HEAPU8.buffer)
