/** Runs in the thread that parses one email. */
import { parentPort, workerData } from 'node:worker_threads'
import PostalMime, { type Address, type Email } from 'postal-mime'
import { limits } from '../limits.ts'
import type { ParsedEmail } from './parsed-email.ts'

const untrustedEmail = workerData as Uint8Array<ArrayBuffer>

/** Before anything is parsed: a part costs far more memory than the few bytes that begin it. */
function countBoundaries(bytes: Uint8Array): number {
  const dash = 0x2d
  const newline = 0x0a
  let count = 0
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) {
    if (bytes[at + 1] === dash && bytes[at + 2] === dash) count++
  }
  return count
}

const mailboxesOf = (address: Address | undefined): string[] => {
  if (!address) return []
  return address.group ? address.group.map((one) => one.address) : [address.address ?? '']
}

function fromOf({ from, headers }: Email): string | null {
  const [only, ...others] = mailboxesOf(from)
  const isSingle = headers.filter(({ key }) => key === 'from').length === 1
  return only && others.length === 0 && isSingle ? only.toLowerCase() : null
}

function contentOf(content: ArrayBuffer | Uint8Array | string): Uint8Array<ArrayBuffer> {
  if (typeof content === 'string') return Uint8Array.from(Buffer.from(content))
  return content instanceof ArrayBuffer ? new Uint8Array(content) : Uint8Array.from(content)
}

async function read(): Promise<ParsedEmail> {
  // Also counts lines of a text that begin with two dashes, so there is room for many.
  if (countBoundaries(untrustedEmail) > limits.parts) throw new Error('It has too many parts.')
  const email = await PostalMime.parse(untrustedEmail, {
    maxNestingDepth: limits.partDepth,
    maxHeadersSize: limits.headerBytes,
    forceRfc822Attachments: true,
    attachmentEncoding: 'arraybuffer',
  })
  return {
    messageId: email.messageId ?? null,
    from: fromOf(email),
    subject: email.subject ?? '',
    text: email.text ?? '',
    headers: email.headers.map(({ key, value }) => ({ key, value })),
    attachments: email.attachments.map(({ filename, mimeType, related, content }) => ({
      name: filename,
      mimeType,
      isRelated: related === true,
      content: contentOf(content),
    })),
  }
}

try {
  parentPort?.postMessage(await read())
} catch (error) {
  parentPort?.postMessage({ unreadable: error instanceof Error ? error.message : 'It could not be read.' })
}
