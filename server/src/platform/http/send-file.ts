import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** What the handler of a file's route answers; the stream is read as fast as the other side takes it. */
export interface FileAnswer<ContentType extends string = string> {
  /** Any text: it is made safe for the header. */
  name: string
  contentType: ContentType
  sizeBytes: number
  content: Readable
}

/** Private data: the security headers see to it that nobody on the way keeps the answer. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileAnswer): FastifyReply {
  reply
    .type(file.contentType)
    .header('content-length', file.sizeBytes)
    .header('content-disposition', contentDisposition(file.name))
  if (request.method !== 'HEAD') return reply.send(file.content)
  file.content.destroy()
  return reply.send(Readable.from([]))
}

const nameLength = 150
// Control characters, and those that turn the direction of the text and so hide the true ending.
const invisible = /[\p{Cc}\p{Cf}\u2028\u2029]/gu
const separators = /[/\\:*?"<>|]/g

/** Offers the file for saving under its name, in the two forms of RFC 6266: for old programs and for all others. */
export function contentDisposition(untrustedName: string): string {
  const plain = untrustedName.toWellFormed().normalize('NFC').replace(invisible, '').replace(separators, '_')
  const name = [...plain.replace(/^[.\s]+|[.\s]+$/g, '')].slice(-nameLength).join('') || 'file'
  const ascii = name.replace(/[^\x20-\x7e]|[%;]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
