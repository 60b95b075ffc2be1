import { existsSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { drawPdf, type PdfField, type PdfKind, pdfKinds } from '../test/draw-pdf.ts'
import { formSample } from './corpus.ts'
import { formFields } from './form-fields.ts'
import { createRandom } from './random.ts'
import type { LabelledSecret, Point, Quad } from './sheet.ts'

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

const folder = new URL('../../../shared/redaction-set/', import.meta.url)
const labels = new URL('labels-pdf.json', folder)

interface Row {
  file: string
  pages: number
  secrets: string[] | Record<string, string>
}

const openTypes = ['ein']
// Scanned pages list their values without saying which is which, in this order.
const scannedTypes = ['pan', 'ssn', 'dob', 'acct', 'routing', 'ein', 'cvv']

/** The labelled PDFs beside the repository; none where there is no such set. */
export function sharedPdfs(): PdfSample[] {
  if (!existsSync(labels)) return []
  const rows = JSON.parse(readFileSync(labels, 'utf8')) as Row[]
  return rows.map(({ file, pages, secrets }) => ({
    name: file,
    kind: 'shared',
    bytes: readFileSync(new URL(file, folder)),
    pageCount: pages,
    written: typed(secrets)
      .filter(([type]) => !openTypes.includes(type))
      .map(([, value]) => secretOf(value)),
  }))
}

const typed = (secrets: Row['secrets']): [type: string, value: string][] =>
  Array.isArray(secrets)
    ? secrets.map((value, i) => [scannedTypes[i % scannedTypes.length] as string, value])
    : Object.entries(secrets)

// The kind is not always given there; the last four digits of card and nine-digit numbers may stay visible.
function secretOf(value: string): PdfField {
  const count = value.replace(/\D/g, '').length
  return { label: '', value, type: 'shared', keptCount: count === 9 || count >= 15 ? 4 : 0 }
}
