/**
 * A file that arrives in pieces. A piece counts when the transaction that publishes it has moved the offset from where
 * the piece begins to where it ends, so none is lost or stored twice, whenever the connection or the process ends.
 */
import { Readable } from 'node:stream'
import type { UploadedFile } from '@exempta/contract/documents/files'
import { limits } from '@exempta/contract/limits'
import type { AnswerUpload, startAnswerUpload } from '@exempta/contract/requests/answers'
import type { RouteParsed } from '@exempta/contract/route'
import { AppError } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { UploadPart } from '../../../platform/http/read-upload.ts'
import { timeOrderedId } from '../../../platform/identifiers.ts'
import type { Services } from '../../../platform/services.ts'
import type { UploadContext } from '../../documents/index.ts'
import { type AnswerRow, lockAnswer } from '../queries/answers.ts'
import {
  addReceived,
  asUpload,
  deleteUploadOf,
  findUploadOf,
  insertUpload,
  type UploadRow,
} from '../queries/uploads.ts'
import { openAnswer, receiveAnswer } from './prepare.ts'
import { type AnswerKey, requirePrepared } from './visit.ts'

type NewUpload = RouteParsed<typeof startAnswerUpload>['body']

export async function startUpload(
  services: Services,
  call: Call,
  key: AnswerKey,
  file: NewUpload,
): Promise<{ upload: AnswerUpload; secret: string | undefined }> {
  const { answer, secret } = await openAnswer(services, call, key)
  const upload = await services.database.transact(systemActor, async (tx) => {
    if (!(await lockAnswer(tx, answer.id))) throw new AppError('not-found')
    const known = await findUploadOf(tx, answer.id)
    if (known && isSameFile(known, file)) return known
    await deleteUploadOf(tx, answer.id)
    const at = services.clock.now()
    return insertUpload(tx, {
      id: timeOrderedId(at),
      answer_id: answer.id,
      name: file.name,
      modified_at: new Date(file.modifiedAt),
      size_bytes: file.sizeBytes,
      created_at: at,
    })
  })
  return { upload: asUpload(upload), secret }
}

const isSameFile = (row: UploadRow, { name, sizeBytes, modifiedAt }: NewUpload): boolean =>
  row.name === name &&
  row.size_bytes === sizeBytes &&
  row.modified_at.getTime() === new Date(modifiedAt).getTime()

export interface FoundUpload {
  answer: AnswerRow
  upload: UploadRow
}

export async function requireUpload(services: Services, key: AnswerKey, id: string): Promise<FoundUpload> {
  await services.files.requireFreeSpace()
  return services.database.transact(systemActor, async (tx) => {
    const { answer } = await requirePrepared(services, tx, key)
    const upload = await findUploadOf(tx, answer.id)
    if (upload?.id !== id) throw new AppError('not-found')
    return { answer, upload }
  })
}

/** The form of a piece that is already here is empty: it asks to finish what was interrupted. */
export async function receivePiece(
  context: UploadContext,
  { answer, upload }: FoundUpload,
  parts: AsyncIterable<UploadPart>,
): Promise<{ receivedBytes: number; file: UploadedFile | null }> {
  let receivedBytes = upload.received_bytes
  let at: string | undefined
  for await (const part of parts) {
    if (part.kind === 'field') {
      if (part.name === 'at') at = part.value
      continue
    }
    if (part.field !== 'piece' || at !== String(receivedBytes)) throw new AppError('conflict')
    if (receivedBytes === upload.size_bytes) continue
    receivedBytes += await storePiece(context, upload, receivedBytes, part.content)
  }
  if (at === undefined) throw new AppError('malformed-request')
  const isWhole = receivedBytes === upload.size_bytes
  return { receivedBytes, file: isWhole ? await finish(context, { answer, upload }) : null }
}

async function storePiece(
  { services, places, arriving }: UploadContext,
  { id, size_bytes }: UploadRow,
  at: number,
  content: AsyncIterable<Buffer>,
): Promise<number> {
  const { files, database } = services
  const draft = await places.documents.use(arriving, () =>
    files.put({ documentId: id, rendition: `piece-${at}`, version: 1 }, content, {
      maxBytes: Math.min(limits.uploadPieceBytes, size_bytes - at),
    }),
  )
  let isPublished = false
  try {
    await database.transact(systemActor, async (tx) => {
      if (draft.sizeBytes === 0 || !(await addReceived(tx, id, at, draft.sizeBytes)))
        throw new AppError('conflict')
      await files.publish(tx, draft)
    })
    isPublished = true
  } finally {
    if (!isPublished) await files.discard(draft)
  }
  return draft.sizeBytes
}

/**
 * From here on it is a file like any other. If this is interrupted, it is done again: the same file of the same owner
 * becomes one document only.
 */
async function finish(context: UploadContext, { answer, upload }: FoundUpload): Promise<UploadedFile> {
  const { services } = context
  async function* parts(): AsyncGenerator<UploadPart, void, void> {
    const content = Readable.from(readPieces(services, upload))
    yield { kind: 'file', field: 'document', untrustedName: upload.name, content }
  }
  const file = await receiveAnswer(context, answer, parts())
  if (file.outcome === 'refused') {
    await services.database.transact(systemActor, (tx) => deleteUploadOf(tx, answer.id))
  }
  return file
}

async function* readPieces(
  { files }: Services,
  { id, size_bytes }: UploadRow,
): AsyncGenerator<Buffer, void, void> {
  for (let at = 0; at < size_bytes; ) {
    const piece = await files.get({ documentId: id, rendition: `piece-${at}`, version: 1 })
    for await (const bytes of piece.stream) yield bytes
    at += piece.sizeBytes
  }
}
