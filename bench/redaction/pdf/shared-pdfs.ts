import { existsSync, readFileSync } from 'node:fs'
import type { PdfField } from '../../../redaction/test/draw-pdf.ts'
import type { PdfSample } from './pdf-sample.ts'

const folder = new URL('../../../../shared/redaction-set/', import.meta.url)
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
