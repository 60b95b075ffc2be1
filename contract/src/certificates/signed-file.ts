/**
 * Checks a certificate that was made and signed here with nothing but the file itself. The seal stands behind the end of
 * the PDF: what was signed, by whom and when, the hashes of the file, and the signature of the installation that made it.
 */
import { z } from 'zod'
import { bytesOf, isSignedBy, sha256 } from '../signatures.ts'

export const signedFormat = 'exempta-signed-1'
const start = '%exempta-seal '
const hash = z.string().regex(/^[0-9a-f]{64}$/)

export const SignedSeal = z.object({
  format: z.literal(signedFormat),
  certificate: z.uuid(),
  madeBy: z.string(),
  seller: z.string(),
  signer: z.object({ name: z.string(), title: z.string(), email: z.string() }),
  signedAt: z.iso.datetime(),
  from: z.object({ ip: z.string().nullable(), browser: z.string().nullable() }),
  signature: z.enum(['drawn', 'typed']),
  consent: z.string(),
  shown: z.array(z.object({ label: z.string(), value: z.string() })),
  /** The certificate as it was signed: the first bytes of the file. */
  form: z.object({ sizeBytes: z.int().min(1), sha256: hash }),
  /** Everything before the seal. */
  file: z.object({ sizeBytes: z.int().min(1), sha256: hash }),
  key: z.object({ id: z.uuid(), publicKey: z.base64() }),
})
export type SignedSeal = z.infer<typeof SignedSeal>

/** Says what is wrong with a file. */
export class SealError extends Error {}

const latin1 = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
const endOf = (startXref: string) => `startxref\n${startXref}\n%%EOF\n`
// Longer than any seal can be.
const longestSeal = 256 * 1024

/** The seal as the lines that follow a PDF. The old end is repeated, so that every reader finds its way. */
export function sealLines(
  pdf: Uint8Array,
  seal: SignedSeal,
  sign: (bytes: Uint8Array) => Uint8Array,
): string {
  const startXref = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(latin1(pdf.subarray(-200)))?.[1]
  if (!startXref) throw new Error('The file has no end that a reader of PDFs finds.')
  const text = new TextEncoder().encode(JSON.stringify(seal))
  return `\n${start}${base64(text)} ${base64(sign(text))}\n${endOf(startXref)}`
}

const base64 = (bytes: Uint8Array) => btoa(latin1(bytes))

/** Throws a `SealError` that says what is wrong. */
export async function verifySignedFile(
  bytes: Uint8Array<ArrayBuffer>,
  expectedKey?: string,
): Promise<SignedSeal> {
  const tail = latin1(bytes.subarray(-longestSeal))
  const at = tail.lastIndexOf(`\n${start}`)
  if (at < 0)
    throw new SealError(
      'This file has no seal. It wasn’t made and signed with Exempta, or its seal was removed.',
    )
  const [, text = '', signature = '', end = ''] =
    /^\n%exempta-seal (\S+) (\S+)\n([\s\S]*)$/.exec(tail.slice(at)) ?? []
  const content = bytes.subarray(0, bytes.length - (tail.length - at))
  const startXref = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(latin1(content.subarray(-200)))?.[1]
  if (!startXref || end !== endOf(startXref))
    throw new SealError('Something was added to this file after it was signed.')
  const sealBytes = bytesOf(text)
  const seal = sealBytes && sealIn(sealBytes)
  if (!seal || !sealBytes) throw new SealError('The seal of this file was changed.')
  if (expectedKey !== undefined && expectedKey.trim() !== seal.key.publicKey) {
    throw new SealError('Another key sealed this file than the one you gave.')
  }
  if (!(await isSignedBy(seal.key.publicKey, signature, sealBytes))) {
    throw new SealError('The seal of this file was changed. Its signature doesn’t fit.')
  }
  const isSame = async (part: Uint8Array<ArrayBuffer>, { sizeBytes, sha256: expected }: SignedSeal['file']) =>
    part.length === sizeBytes && (await sha256(part)) === expected
  if (
    !(await isSame(content, seal.file)) ||
    !(await isSame(content.slice(0, seal.form.sizeBytes), seal.form))
  ) {
    throw new SealError('This file was changed after it was signed.')
  }
  return seal
}

function sealIn(bytes: Uint8Array): SignedSeal | undefined {
  try {
    return SignedSeal.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return undefined
  }
}
