import type { DocumentType } from '../documents.ts'
import type { UploadRefusal } from './files.ts'

/** How many bytes of a file are needed to detect its type: PDF readers look for the signature within this many. */
export const fileHeadBytes = 1024

const signatures = {
  'image/jpeg': [0xff, 0xd8, 0xff],
  'image/png': [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
} as const
/** `%PDF-` */
const pdfSignature = [0x25, 0x50, 0x44, 0x46, 0x2d]

const startsWith = (bytes: Uint8Array, signature: readonly number[], at = 0) =>
  signature.every((byte, index) => bytes[at + index] === byte)

/** Detects the type from the first bytes; file names and declared types are not trusted. */
export function detectFileType(untrustedHead: Uint8Array): DocumentType | undefined {
  for (const type of ['image/jpeg', 'image/png'] as const) {
    if (startsWith(untrustedHead, signatures[type])) return type
  }
  const last = Math.min(untrustedHead.length, fileHeadBytes) - pdfSignature.length
  for (let at = 0; at <= last; at++) {
    if (startsWith(untrustedHead, pdfSignature, at)) return 'application/pdf'
  }
  return undefined
}

/** Why a file of an unknown type is refused: for a name that promises a type, the text says that it isn’t one. */
export function wrongTypeRefusal(untrustedName: string): UploadRefusal {
  if (/\.pdf$/i.test(untrustedName)) return 'not-a-pdf'
  return /\.(jpe?g|png)$/i.test(untrustedName) ? 'not-a-picture' : 'wrong-type'
}
