export type FileType = 'pdf' | 'jpeg' | 'png'

const pdfMark = '%PDF-'
const markSearchBytes = 1024

/** Tells the type by content; names and declared types are not trusted. */
export function fileTypeOf(untrustedBytes: Uint8Array): FileType | undefined {
  if (startsWith(untrustedBytes, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (startsWith(untrustedBytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  const head = Buffer.from(untrustedBytes.subarray(0, markSearchBytes)).toString('latin1')
  return head.includes(pdfMark) ? 'pdf' : undefined
}

const startsWith = (bytes: Uint8Array, mark: readonly number[]) => mark.every((byte, i) => bytes[i] === byte)
