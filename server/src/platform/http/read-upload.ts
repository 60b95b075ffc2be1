/** Takes a multipart/form-data request apart as it comes: nothing is kept but what its reader keeps. */
import type { IncomingMessage } from 'node:http'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { limits } from '@exempta/contract/limits'
import { Busboy } from '@fastify/busboy'
import { AppError } from '../app-error.ts'

export type UploadPart =
  | { kind: 'field'; name: string; value: string }
  /** `content` ends after one byte more than a file may have; what its reader leaves is thrown away. */
  | { kind: 'file'; field: string; untrustedName: string; content: Readable }

export interface UploadLimits {
  files: number
  /** A longer one ends the request. */
  fieldBytes: number
}

const documentLimits: UploadLimits = { files: limits.uploadMaxFiles, fieldBytes: 100 }

/** The next part begins when the reader is done with the one before. */
export async function* readUpload(
  request: IncomingMessage,
  { files, fieldBytes } = documentLimits,
): AsyncGenerator<UploadPart, void, void> {
  const parser = openParser(request.headers['content-type'] ?? '', { files, fieldBytes })
  const parts: UploadPart[] = []
  const opened: Readable[] = []
  let news = Promise.withResolvers<void>()
  const tell = (part?: UploadPart) => {
    if (part) parts.push(part)
    news.resolve()
  }
  parser.on('field', (name, value, _isNameCut, isCut) => {
    if (isCut) parser.destroy(new AppError('too-large'))
    else tell({ kind: 'field', name, value })
  })
  parser.on('file', (field, content, name) => {
    opened.push(content)
    // Heard by whoever reads it; without a reader the request's own end says the same.
    content.on('error', () => {})
    tell({ kind: 'file', field, untrustedName: name ?? '', content })
  })

  let isOver = false
  let trouble: unknown
  const ended = pipeline(
    request,
    countBytes(files * (limits.uploadMaxBytes + fieldBytes) + 1024 * 1024),
    parser,
  )
    .catch((error: unknown) => {
      trouble = asAppError(error)
      for (const content of opened) content.destroy(trouble as Error)
    })
    .finally(() => {
      isOver = true
      tell()
    })

  try {
    while (!(isOver && parts.length === 0)) {
      const part = parts.shift()
      if (part) {
        yield part
        if (part.kind === 'file') part.content.resume()
      } else {
        await news.promise
        news = Promise.withResolvers()
      }
    }
    await ended
    if (trouble) throw trouble
  } finally {
    // A reader that gave up lets the rest of the request pass by.
    for (const content of opened) content.resume()
  }
}

function openParser(contentType: string, { files, fieldBytes }: UploadLimits) {
  const parserLimits = {
    fileSize: limits.uploadMaxBytes + 1,
    files: 2 * files,
    fields: Math.max(2 * files, 20),
    parts: Math.max(4 * files, 40),
    fieldSize: fieldBytes,
    fieldNameSize: 100,
    headerPairs: 20,
    headerSize: 4096,
  }
  try {
    return new Busboy({ headers: { 'content-type': contentType }, limits: parserLimits })
  } catch (cause) {
    throw new AppError('malformed-request', { cause })
  }
}

function countBytes(requestMaxBytes: number): Transform {
  let total = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length
      done(total > requestMaxBytes ? new AppError('too-large') : null, chunk)
    },
  })
}

/** The other side went away or sent something that is no form: either way the request is not whole. */
const asAppError = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError('malformed-request', { cause: error })
