import type { ResumeType } from '@exempta/contract/applications'

const oleMark = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const zipMark = Buffer.from('PK\x03\x04', 'latin1')
/** Readers of PDF look for the mark this far into a file. */
const pdfHeadBytes = 1024
const wordStream = Buffer.from('WordDocument', 'utf16le')
const wordParts = ['[Content_Types].xml', 'word/document.xml']
const macroPart = 'vbaProject.bin'

/** Tells the type by content. Names of parts stand uncompressed in both kinds of Word file; one with macros is none. */
export function sniffResume(untrusted: Buffer): ResumeType | undefined {
  if (untrusted.subarray(0, pdfHeadBytes).includes('%PDF-')) return 'application/pdf'
  if (startsWith(untrusted, oleMark) && untrusted.includes(wordStream)) return 'application/msword'
  const isWord =
    startsWith(untrusted, zipMark) &&
    wordParts.every((part) => untrusted.includes(part)) &&
    !untrusted.includes(macroPart)
  return isWord ? 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' : undefined
}

const startsWith = (bytes: Buffer, mark: Buffer) => bytes.subarray(0, mark.length).equals(mark)
