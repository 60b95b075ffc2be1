import { knownShapes } from './document/known-shapes.ts'
import { pdfWriter } from './document/pdf-writer.ts'
import { pdfiumRasteriser } from './document/pdfium-rasteriser.ts'
import { type FileType, fileTypeOf, type OpenDocument, type PageImage } from './document/rasteriser.ts'
import { sharpRasteriser } from './document/sharp-rasteriser.ts'
import { createShapes } from './document/text-layer-shapes.ts'
import { jpegWriter, pngWriter } from './document/writer.ts'
import { placeForm, placeFormWith } from './form/place-form.ts'
import { limits } from './limits.ts'
import { sharpOf } from './picture/picture.ts'
import { stampPicture } from './picture/stamp-picture.ts'
import { onnxReader } from './reader/onnx-reader.ts'
import { redactPage } from './redact-page.ts'
import type { Ports, RedactedPage, Redaction, RedactOptions } from './redaction.ts'
import { adviceFor, Refusal } from './refusal.ts'

/**
 * The engine: bytes of a PDF, JPG or PNG in; redacted bytes, findings and a verdict out. The output is built
 * from pixels alone, so nothing else of the input can survive in it.
 */

const defaultPorts: Ports = {
  reader: onnxReader,
  rasterisers: { pdf: pdfiumRasteriser, jpeg: sharpRasteriser, png: sharpRasteriser },
  writers: { pdf: pdfWriter, jpeg: jpegWriter, png: pngWriter },
  placeForm,
}

/** Hides every secret in a file, or refuses the file. */
export async function redact(untrustedBytes: Uint8Array, options: RedactOptions = {}): Promise<Redaction> {
  try {
    return await redactOrThrow(untrustedBytes, options)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { verdict: 'refused', reason: error.reason, advice: adviceFor(error.reason) }
  }
}

async function redactOrThrow(untrustedBytes: Uint8Array, options: RedactOptions): Promise<Redaction> {
  const ports = {
    ...defaultPorts,
    ...(options.editions && { placeForm: placeFormWith(options.editions) }),
    ...options.ports,
  }
  const mostBytes = options.boxes ? limits.redactedFileBytes : limits.fileBytes
  if (untrustedBytes.length > mostBytes) throw new Refusal('too-large')
  const type = fileTypeOf(untrustedBytes)
  if (!type) throw new Refusal('unsupported-type')

  const document = await ports.rasterisers[type].open(untrustedBytes)
  try {
    if (document.pageCount > limits.pages) throw new Refusal('too-many-pages')
    if (document.pageCount < (options.firstPage ?? 1)) throw new Refusal('damaged')
    const { output, thumbnail, pages } = await redactPages(
      document,
      type,
      ports,
      options,
      untrustedBytes.length,
    )
    const isClean = pages.every(({ findings }) => findings.length === 0)
    return { verdict: isClean ? 'clean' : 'redacted', type, output, thumbnail, pages }
  } finally {
    await document.close()
  }
}

async function redactPages(
  document: OpenDocument,
  type: FileType,
  ports: Ports,
  options: RedactOptions,
  inputBytes: number,
) {
  const { pageCount } = document
  const file = await ports.writers[type].create(pageBudget(inputBytes, pageCount))
  const pages: RedactedPage[] = []
  const shapes = createShapes(knownShapes())
  let thumbnail: Uint8Array | undefined
  let drawn: Promise<PageImage> | undefined
  for (let index = (options.firstPage ?? 1) - 1; index < pageCount; index++) {
    options.signal?.throwIfAborted()
    options.onProgress?.({ page: index + 1, pageCount })
    const image = await (drawn ?? document.page(index))
    drawn = index + 1 < pageCount ? drawAhead(document, index + 1) : undefined
    const page = await redactPage(image, index + 1, ports, shapes, options)
    if (options.stamp) await stampPicture(image.picture, options.stamp)
    const [small, picture] = await Promise.all([
      thumbnail ?? pictureOf(image, limits.thumbnailSide),
      type === 'pdf' ? pictureOf(image, limits.pictureSide) : undefined,
      file.add(image, page.words),
    ])
    thumbnail = small
    pages.push({ ...page, ...(picture && { picture }) })
    if (options.onPage && picture && index + 1 < pageCount) {
      const own = index === 0 ? { thumbnail } : {}
      await options.onPage({ ...page, picture, ...own, file: await file.lastPage() })
    }
  }
  return { output: await file.finish(), thumbnail: thumbnail as Uint8Array, pages }
}

/** The next page is drawn while this one is read. Whether that works counts when its turn comes. */
function drawAhead(document: OpenDocument, index: number): Promise<PageImage> {
  const page = document.page(index)
  page.catch(() => {})
  return page
}

const pageBudget = (inputBytes: number, pageCount: number) =>
  Math.max(limits.outputPageBytes, (limits.outputGrowth * inputBytes) / pageCount)

const pictureOf = ({ picture }: PageImage, side: number) =>
  sharpOf(picture)
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: 80 })
    .toBuffer()
