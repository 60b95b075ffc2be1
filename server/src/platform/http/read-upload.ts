/** Parses a multipart/form-data request as a stream. Nothing is kept except by the reader. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { documentLimits } from '@exempta/contract/documents/limits'
import { Busboy, type BusboyEvents } from '@fastify/busboy'
import { AppError } from '../app-error.ts'
import { contained } from '../contain-errors.ts'
import type { ArrivingBody } from '../upload-slots.ts'

export type UploadPart =
  | { kind: 'field'; name: string; value: string }
  /** `content` ends one byte after the size limit of a file; what the reader leaves is overwritten. */
  | { kind: 'file'; field: string; untrustedName: string; content: Readable }

export interface UploadLimits {
  files: number
  /** A longer field ends the request. */
  fieldBytes: number
  /** Of each file, if it isn't the limit of documents. */
  fileBytes?: number
}

const ofDocuments: UploadLimits = { files: documentLimits.uploadMaxFiles, fieldBytes: 100 }

/** The next part starts when the reader is done with the previous one. A body that is cut off throws the reason. */
export async function* readUpload(
  request: IncomingMessage,
  body: ArrivingBody,
  { files, fieldBytes, fileBytes = documentLimits.uploadMaxBytes } = ofDocuments,
): AsyncGenerator<UploadPart, void, void> {
  const maxBytes = files * (fileBytes + fieldBytes) + 1024 * 1024
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw new AppError('too-large')
  const parser = openParser(request.headers['content-type'] ?? '', { files, fieldBytes, fileBytes })
  const parts: UploadPart[] = []
  const opened: Readable[] = []
  let arrival = Promise.withResolvers<void>()
  const push = (part?: UploadPart) => {
    if (part) parts.push(part)
    arrival.resolve()
  }
  const refuse = (error: unknown) => parser.destroy(asAppError(error))
  const tooLarge = () => refuse(new AppError('too-large'))
  const takeField: BusboyEvents['field'] = (name, value, _isNameCut, isCut) => {
    if (isCut) tooLarge()
    else push({ kind: 'field', name, value })
  }
  const takeFile: BusboyEvents['file'] = (field, content, name) => {
    opened.push(content)
    // The reader of the file gets this error. Without a reader, the end of the request reports the same one.
    content.on('error', () => {})
    push({ kind: 'file', field, untrustedName: name ?? '', content })
  }
  parser.on('field', contained(takeField, refuse))
  parser.on('file', contained(takeFile, refuse))
  // With more parts than our forms have, the parser would read on silently.
  parser.on('partsLimit', tooLarge).on('filesLimit', tooLarge).on('fieldsLimit', tooLarge)

  let isOver = false
  let failure: unknown
  const ended = Promise.race([pipeline(bytesOf(request, body, maxBytes), parser), whenCut(body)])
    .catch((error: unknown) => {
      failure = asAppError(error)
      for (const content of opened) content.destroy(failure as Error)
    })
    .finally(() => {
      isOver = true
      push()
    })

  try {
    while (!(isOver && parts.length === 0)) {
      const part = parts.shift()
      if (part) {
        yield part
        if (part.kind === 'file') part.content.on('data', overwrite)
      } else {
        await arrival.promise
        arrival = Promise.withResolvers()
      }
    }
    await ended
    if (failure) throw failure
  } finally {
    // After the reader has stopped, the rest of the request is discarded.
    for (const content of opened) for (let left = content.read(); left; left = content.read()) overwrite(left)
    parser.destroy()
  }
}

function openParser(contentType: string, { files, fieldBytes, fileBytes }: Required<UploadLimits>) {
  const parserLimits = {
    fileSize: fileBytes + 1,
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

/**
 * The parser is fed from here and not from the request itself: a pipeline that fails would take the request off its
 * connection, and an error thrown by the parser would end the process instead of the request.
 */
async function* bytesOf(
  request: IncomingMessage,
  body: ArrivingBody,
  maxBytes: number,
): AsyncGenerator<Buffer, void, void> {
  let total = 0
  try {
    for await (const piece of request.iterator({ destroyOnReturn: false })) {
      total += piece.length
      body.arrived(piece.length)
      if (total > maxBytes) throw new AppError('too-large')
      yield piece
    }
  } finally {
    request.on('data', overwrite)
  }
}

/** What no one reads may be a secret all the same, such as the rest of a photo of a card that was refused. */
const overwrite = (piece: Buffer) => void piece.fill(0)

/** Separate from the pipeline, which ends only when its source does, and the source waits for more bytes. */
async function whenCut({ signal }: ArrivingBody): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort')
  throw signal.reason
}

/** The client disconnected or sent an invalid form; either way the request is incomplete. */
const asAppError = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError('malformed-request', { cause: error })
