/**
 * A file that arrives in pieces. A piece counts when the transaction that publishes it has moved the offset from where
 * the piece begins to where it ends, so none is lost or stored twice, whenever the connection or the process ends.
 */
import { Readable } from 'node:stream'
import type { UploadedFile } from '@exempta/contract/documents/files'
import { type AnswerFile, AnswerPieceForm, type AnswerUpload } from '@exempta/contract/requests/answers'
import { requestLimits } from '@exempta/contract/requests/limits'
import { AppError } from '../../../platform/app-error.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { parseForm } from '../../../platform/http/parse-form.ts'
import type { UploadPart } from '../../../platform/http/read-upload.ts'
import { timeOrderedId } from '../../../platform/identifiers.ts'
import type { Services } from '../../../platform/services.ts'
import type { UploadContext } from '../../documents/index.ts'
import { type AnswerRow, lockAnswer, updateAnswer } from '../queries/answers.ts'
import {
  addReceived,
  asUpload,
  deleteUploadOf,
  findUploadOf,
  insertUpload,
  type UploadRow,
} from '../queries/uploads.ts'
import { hashSource } from './make-room.ts'
import { requireOpenRequest } from './open-request.ts'
import { openAnswer, secretOf, takeAnswer } from './prepare.ts'
import { type AnswerKey, findOwnAnswer } from './visit.ts'

/** Where a file goes on. Nothing is stored: the browser only gets the secret that its first piece will need. */
export async function startUpload(
  services: Services,
  key: AnswerKey,
  file: AnswerFile,
): Promise<{ upload: AnswerUpload; secret: string }> {
  const secret = await secretOf(services, key)
  const found = await findOwnUpload(services, { ...key, cookie: secret }, file)
  const { name, sizeBytes } = file
  return { upload: found ? asUpload(found.upload) : { name, sizeBytes, receivedBytes: 0 }, secret }
}

interface FoundUpload {
  answer: AnswerRow
  upload: UploadRow
}

const findOwnUpload = (
  services: Services,
  key: AnswerKey,
  file: AnswerFile,
): Promise<FoundUpload | undefined> =>
  services.database.transact(
    systemActor,
    async (tx) => {
      const request = await requireOpenRequest(services, tx, key.token)
      const answer = await findOwnAnswer(services, tx, request.id, key.cookie)
      const upload = answer && !answer.sent_at ? await findUploadOf(tx, answer.id) : undefined
      return answer && upload && isSameFile(upload, file) ? { answer, upload } : undefined
    },
    { readOnly: true },
  )

const isSameFile = (row: UploadRow, { name, sizeBytes, modifiedAt }: AnswerFile): boolean =>
  row.name === name &&
  row.size_bytes === sizeBytes &&
  row.modified_at.getTime() === new Date(modifiedAt).getTime()

interface ReceivedPiece {
  receivedBytes: number
  file: UploadedFile | null
}

export async function receivePiece(
  context: UploadContext,
  { token, cookie: secret }: AnswerKey,
  parts: AsyncIterable<UploadPart>,
): Promise<ReceivedPiece> {
  const { database } = context.services
  await database.transact(systemActor, (tx) => requireOpenRequest(context.services, tx, token), {
    readOnly: true,
  })
  if (!secret) throw new AppError('not-found')
  const fields: Record<string, string> = {}
  let received: ReceivedPiece | undefined
  for await (const part of parts) {
    if (part.kind === 'field') fields[part.name] = part.value
    else if (part.field !== 'piece' || received) throw new AppError('malformed-request')
    else {
      const { at, ...file } = parseForm(AnswerPieceForm, fields, ['name']).form
      received = await takePiece(context, { token, secret }, { at, file, content: part.content })
    }
  }
  if (!received) throw new AppError('malformed-request')
  return received
}

interface Piece {
  at: number
  file: AnswerFile
  content: AsyncIterable<Buffer>
}

/** A piece of a file that is already here is empty: it asks to finish what was interrupted. */
async function takePiece(
  context: UploadContext,
  { token, secret }: { token: string; secret: string },
  { at, file, content }: Piece,
): Promise<ReceivedPiece> {
  const { services } = context
  const known = await findOwnUpload(services, { token, cookie: secret }, file)
  if (at !== (known?.upload.received_bytes ?? 0)) throw new AppError('conflict')
  const sourceHash = await hashSource(services, context.call)
  const begin = (tx: Transaction, id: string) =>
    beginUpload(services, tx, { id, token, file, newFile: { secret, sourceHash, sizeBytes: file.sizeBytes } })
  const stored =
    known && at === file.sizeBytes
      ? known
      : await storePiece(context, { known, begin }, { at, sizeBytes: file.sizeBytes, content })
  const receivedBytes = stored.upload.received_bytes
  return { receivedBytes, file: receivedBytes === file.sizeBytes ? await finish(context, stored) : null }
}

interface UploadBeginning {
  id: string
  token: string
  file: AnswerFile
  newFile: Parameters<typeof openAnswer>[3]
}

/** In the transaction of its first piece. */
async function beginUpload(
  services: Services,
  tx: Transaction,
  { id, token, file, newFile }: UploadBeginning,
): Promise<FoundUpload> {
  const answer = await openAnswer(services, tx, token, newFile)
  const other = await findUploadOf(tx, answer.id)
  // Another tab has begun the same file meanwhile.
  if (other && isSameFile(other, file)) throw new AppError('conflict')
  await deleteUploadOf(tx, answer.id)
  const upload = await insertUpload(tx, {
    id,
    answer_id: answer.id,
    name: file.name,
    modified_at: new Date(file.modifiedAt),
    size_bytes: file.sizeBytes,
    created_at: services.clock.now(),
  })
  return { answer, upload }
}

interface PieceTarget {
  known: FoundUpload | undefined
  begin(tx: Transaction, uploadId: string): Promise<FoundUpload>
}

/** Only the last piece may be short. Otherwise a file of many tiny pieces would take far more disk than its size. */
async function storePiece(
  { services, places, arriving }: UploadContext,
  { known, begin }: PieceTarget,
  { at, sizeBytes, content }: { at: number; sizeBytes: number; content: AsyncIterable<Buffer> },
): Promise<FoundUpload> {
  const { files, database, clock } = services
  const id = known?.upload.id ?? timeOrderedId(clock.now())
  const wholeBytes = Math.min(requestLimits.uploadPieceBytes, sizeBytes - at)
  const draft = await places.documents.use(arriving, () =>
    files.put({ documentId: id, rendition: `piece-${at}`, version: 1 }, content, { maxBytes: wholeBytes }),
  )
  let isPublished = false
  try {
    const stored = await database.transact(systemActor, async (tx) => {
      if (draft.sizeBytes < wholeBytes) throw new AppError('conflict')
      const { answer } = known ?? (await begin(tx, id))
      if (!(await lockAnswer(tx, answer.id))) throw new AppError('conflict')
      const upload = await addReceived(tx, id, at, draft.sizeBytes)
      if (!upload) throw new AppError('conflict')
      await updateAnswer(tx, answer.id, { progress_at: clock.now() })
      await files.publish(tx, draft)
      return { answer, upload }
    })
    isPublished = true
    return stored
  } finally {
    if (!isPublished) await files.discard(draft)
  }
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
  return takeAnswer(context, answer, parts())
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
