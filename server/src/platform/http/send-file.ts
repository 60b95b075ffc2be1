import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../app-error.ts'
import type { ByteRange } from '../crypto/sealed-stream.ts'
import { isKnown } from './etags.ts'

/**
 * What a Range header asks for. Several ranges at once, other units and forms that are not understood are
 * answered with the whole file, as RFC 9110 allows; `none` is a range that the file does not have.
 */
export function readRange(
  untrustedHeader: string | undefined,
  sizeBytes: number,
): ByteRange | 'all' | 'none' {
  const found = untrustedHeader?.match(/^bytes=(\d{0,15})-(\d{0,15})$/)
  const [, first = '', last = ''] = found ?? []
  if (!found || (first === '' && last === '')) return 'all'
  if (first === '') {
    const start = Math.max(0, sizeBytes - Number(last))
    return start < sizeBytes ? { start, end: sizeBytes } : 'none'
  }
  const start = Number(first)
  const end = last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes)
  if (last !== '' && Number(last) < start) return 'all'
  return start < sizeBytes ? { start, end } : 'none'
}

export type RecordOpening = () => Promise<void>

/** What the handler of a file's route answers; the stream is read as fast as the other side takes it. */
export interface FileAnswer<
  ContentType extends string = string,
  Recording extends RecordOpening | 'never' = RecordOpening | 'never',
> {
  /** Any text: it is made safe for the header. */
  name: string
  contentType: ContentType
  /** Omitted for content that is generated while it is sent. */
  sizeBytes?: number
  /** The whole, or a function that opens any part of it: then the other side may ask for ranges. */
  content: Readable | ((range: ByteRange) => Promise<Readable>)
  /** Identifies exactly these bytes. They are not sent to a client that already has them. */
  etag?: string
  /** Shown in the browser instead of being saved. */
  isInline?: boolean
  /**
   * Records that the content was opened. It is required for every file, so that none is forgotten. It runs before the
   * first byte is sent, whatever the request's headers say, and when it fails nothing is sent. It isn't told which part
   * is asked for, so that none is left out; the contract says which routes have `never`.
   */
  recordOpening: Recording
  /**
   * Whether the same person's opening of this content is in the audit log already, from the same address and lately.
   * Then a part that does not begin where the content begins belongs to it. Viewers fetch a file in parts.
   */
  isOpened?: () => Promise<boolean>
}

/** For a file that the browser shows: its own viewer may draw it, and nothing may run or load. */
const inlinePolicy =
  "default-src 'none'; img-src 'self'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"

/** Private data. The security headers prevent caches in between from storing the response. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileAnswer,
): Promise<FastifyReply> {
  if (file.etag) {
    reply.header('etag', file.etag)
    if (isKnown(request.headers['if-none-match'], file.etag)) return reply.code(304).send()
  }
  const { content, range, isPart } = await openContent(request, reply, file)
  if (request.method !== 'HEAD') await recordOpening(file, content, range)
  // Set only now, so that an error while opening is answered without them.
  if (range) reply.header('content-length', range.end - range.start)
  if (range && isPart)
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end - 1}/${file.sizeBytes}`)
  if (file.isInline) reply.header('content-security-policy', inlinePolicy)
  reply
    .type(file.contentType)
    .header('content-disposition', contentDisposition(file.name, file.isInline ? 'inline' : 'attachment'))
  if (request.method !== 'HEAD') return reply.send(content)
  content.destroy()
  return reply.send(Readable.from([]))
}

async function openContent(request: FastifyRequest, reply: FastifyReply, file: FileAnswer) {
  const { content, sizeBytes, etag } = file
  const whole = sizeBytes === undefined ? undefined : { start: 0, end: sizeBytes }
  if (content instanceof Readable) return { content, range: whole, isPart: false }
  if (!whole || sizeBytes === undefined)
    throw new TypeError('Only of a file with a known size are there parts.')
  reply.header('accept-ranges', 'bytes')
  const asked = mayAskForPart(request, etag) ? readRange(request.headers.range, sizeBytes) : 'all'
  if (asked === 'none') {
    reply.header('content-range', `bytes */${sizeBytes}`)
    throw new AppError('no-such-range')
  }
  const range = asked === 'all' ? whole : asked
  return { content: await content(range), range, isPart: asked !== 'all' }
}

/**
 * The one place where openings of files are recorded. Closes what was already opened for this response when that fails.
 */
async function recordOpening(
  file: FileAnswer,
  content: Readable,
  range: ByteRange | undefined,
): Promise<void> {
  if (file.recordOpening === 'never') return
  try {
    const isLaterPart = range !== undefined && range.start > 0
    if (isLaterPart && (await file.isOpened?.())) return
    await file.recordOpening()
  } catch (error) {
    content.destroy()
    throw error
  }
}

/** With `If-Range`, a part is useful only to a caller that has the rest of this file; others get the whole file. */
function mayAskForPart({ method, headers }: FastifyRequest, etag: string | undefined): boolean {
  const held = headers['if-range']
  return method === 'GET' && (held === undefined || held === etag)
}

const nameLength = 150
// Control characters, and those that turn the direction of the text and so hide the true ending.
const invisible = /[\p{Cc}\p{Cf}\u2028\u2029]/gu
const separators = /[/\\:*?"<>|]/g

/** A name that every system can save a file under. */
export function safeFileName(untrustedName: string): string {
  const plain = untrustedName.toWellFormed().normalize('NFC').replace(invisible, '').replace(separators, '_')
  return [...plain.replace(/^[.\s]+|[.\s]+$/g, '')].slice(-nameLength).join('') || 'file'
}

/** The name to show or save it under, in the two forms of RFC 6266: for old programs and for all others. */
export function contentDisposition(
  untrustedName: string,
  type: 'attachment' | 'inline' = 'attachment',
): string {
  const name = safeFileName(untrustedName)
  const ascii = name.replace(/[^\x20-\x7e]|[%;]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
