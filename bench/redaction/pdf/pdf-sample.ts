import sharp from 'sharp'
import { formSample } from '../../../redaction/corpus/corpus.ts'
import { formFields } from '../../../redaction/corpus/form-fields.ts'
import { createRandom } from '../../../redaction/corpus/random.ts'
import type { LabelledSecret, Point, Quad } from '../../../redaction/corpus/sheet.ts'
import { drawPdf, type PdfField, type PdfKind, pdfKinds } from '../../../redaction/test/draw-pdf.ts'

export interface PdfSample {
  name: string
  kind: PdfKind | 'shared'
  bytes: Uint8Array
  pageCount: number
  /** Secrets that are written as text somewhere in the file. */
  written: PdfField[]
  /** Secrets in the pixels of a scanned page, as shares of its width and height. */
  scanned?: { page: number; secrets: LabelledSecret[] }
}

const scanPage: Partial<Record<PdfKind, number>> = { 'over-scan': 0, scanned: 0, mixed: 1 }

/** One made-up PDF; kinds take turns. */
export async function pdfSample(seed: number): Promise<PdfSample> {
  const kind = pdfKinds[seed % pdfKinds.length] as PdfKind
  const fields = formFields(createRandom(seed), 6, 4)
  const scan = await formSample(seed)
  const { bytes, pageCount } = await drawPdf(kind, fields, scan.bytes)
  const page = scanPage[kind]
  return {
    name: `pdf-${seed}-${kind}`,
    kind,
    bytes,
    pageCount,
    written: kind === 'scanned' ? [] : fields.filter(({ type }) => type),
    ...(page !== undefined && { scanned: { page, secrets: await asShares(scan) } }),
  }
}

async function asShares({ bytes, secrets }: { bytes: Buffer; secrets: LabelledSecret[] }) {
  const { width, height } = await sharp(bytes).metadata()
  const share = ([x, y]: Point): Point => [x / width, y / height]
  return secrets.map((secret) => ({
    ...secret,
    characters: secret.characters.map(({ text, quad }) => ({ text, quad: quad.map(share) as Quad })),
  }))
}
