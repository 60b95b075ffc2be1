import type { DocumentType } from '@exempta/contract/documents'

const pdfMark = '%PDF-'
/** Readers of PDF look for the mark this far into a file. */
export const headBytes = 1024

/** Tells the type by content; names and declared types are not trusted. */
export function sniffType(untrustedHead: Buffer): DocumentType | undefined {
  if (untrustedHead.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg'
  if (untrustedHead.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'image/png'
  return untrustedHead.subarray(0, headBytes).includes(pdfMark) ? 'application/pdf' : undefined
}
