/** What a customer does before anything is sent: upload, check what may be private, and confirm what was read. */
import type { AreaResolution } from '@exempta/contract/documents'
import type { UploadedFile } from '@exempta/contract/documents/files'
import { limits } from '@exempta/contract/limits'
import type { confirmAnswer as confirmContract } from '@exempta/contract/requests/answers'
import type { RouteParsed } from '@exempta/contract/route'
import { AppError } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { UploadPart } from '../../../platform/http/read-upload.ts'
import { hashToken, randomToken, timeOrderedId } from '../../../platform/identifiers.ts'
import type { Services } from '../../../platform/services.ts'
import { createGuest } from '../../accounts/index.ts'
import {
  decideArea,
  finishCheck,
  listUncertainAreas,
  openPagePicture,
  receiveUpload,
  shredDocument,
  type UploadContext,
} from '../../documents/index.ts'
import { confirmExemption } from '../../exemptions/index.ts'
import {
  type AnswerRow,
  countUnsent,
  deleteAnswer,
  deleteEmptyGuest,
  insertAnswer,
  isShared,
  lockAnswer,
  updateAnswer,
} from '../queries/answers.ts'
import { deleteUploadOf } from '../queries/uploads.ts'
import { type AnswerKey, asOwner, findOwnAnswer, requireOpenRequest, requirePrepared } from './visit.ts'

export interface OpenedAnswer {
  answer: AnswerRow
  /** For the cookie of a browser that has none yet; only its hash is stored. */
  secret: string | undefined
}

/** The answer of this browser. The first upload makes one, with a guest who owns what is uploaded. */
export async function openAnswer(
  services: Services,
  call: Call,
  { token, cookie }: AnswerKey,
): Promise<OpenedAnswer> {
  await services.files.requireFreeSpace()
  return services.database.transact(systemActor, async (tx) => {
    const request = await requireOpenRequest(services, tx, token)
    const known = await findOwnAnswer(services, tx, request.id, cookie)
    if (known && !known.sent_at) return { answer: known, secret: undefined }
    const allowed = request.kind === 'standing' ? limits.standingAnswersOpen : limits.requestAnswersOpen
    if ((await countUnsent(tx, request.id)) >= allowed) {
      throw new AppError('too-many-requests', {
        text: 'Too many people are answering this request right now. Please ask the business for a new link.',
      })
    }
    const at = services.clock.now()
    const secret = randomToken()
    const id = timeOrderedId(at)
    const userId = await createGuest(services, tx, call)
    const row = { id, request_id: request.id, token_hash: hashToken(secret), user_id: userId, created_at: at }
    await insertAnswer(tx, row)
    const answer = await lockAnswer(tx, id)
    if (!answer) throw new AppError('conflict')
    return { answer, secret }
  })
}

/** Takes one file in place of what was uploaded before. */
export async function receiveAnswer(
  context: UploadContext,
  { id: answerId }: AnswerRow,
  parts: AsyncIterable<UploadPart>,
): Promise<UploadedFile> {
  const [file] = await receiveUpload(context, parts, { filesMax: 1 })
  if (!file)
    throw new AppError('invalid-input', { fields: [{ path: 'document', message: 'Please choose a file' }] })
  if (!('document' in file)) return file
  const { services } = context
  await services.database.transact(systemActor, async (tx) => {
    const answer = await lockAnswer(tx, answerId)
    // It was sent or deleted in another tab meanwhile.
    if (!answer || answer.sent_at) return dropDocument(services, tx, file.document.id)
    if (answer.document_id !== file.document.id) await dropDocument(services, tx, answer.document_id)
    await updateAnswer(tx, answerId, { document_id: file.document.id })
    await deleteUploadOf(tx, answerId)
  })
  return file
}

/** Shreds a document that was never sent to anyone. */
export async function dropDocument(
  services: Services,
  tx: Transaction,
  documentId: string | null,
): Promise<void> {
  if (documentId && !(await isShared(tx, documentId))) await shredDocument(services, tx, documentId)
}

export function removeAnswer(services: Services, key: AnswerKey): Promise<void> {
  return services.database.transact(systemActor, async (tx) => {
    const request = await requireOpenRequest(services, tx, key.token)
    const answer = await findOwnAnswer(services, tx, request.id, key.cookie)
    // What was sent is only forgotten in this browser.
    if (!answer || answer.sent_at) return
    await dropDocument(services, tx, answer.document_id)
    await deleteAnswer(tx, answer.id)
    await deleteEmptyGuest(tx, answer.user_id)
  })
}

async function requireDocument(
  services: Services,
  call: Call,
  key: AnswerKey,
): Promise<{ owner: Call; id: string }> {
  const { answer } = await services.database.transact(systemActor, (tx) => requirePrepared(services, tx, key))
  if (!answer.document_id) throw new AppError('not-found')
  return { owner: asOwner(call, answer), id: answer.document_id }
}

export async function openAnswerPage(
  services: Services,
  call: Call,
  key: AnswerKey,
  { page, version }: { page: number; version: number | undefined },
) {
  const { owner, id } = await requireDocument(services, call, key)
  return openPagePicture(services, owner, { id, page, version })
}

/** One decision for all places: on a phone, it is easier to hide too much than to judge each of them. */
export async function checkAnswer(
  services: Services,
  call: Call,
  key: AnswerKey,
  { version, resolution }: { version: number; resolution: AreaResolution },
): Promise<void> {
  const { owner, id } = await requireDocument(services, call, key)
  const areas = await services.database.transact(owner.actor, (tx) => listUncertainAreas(tx, id, version))
  for (const { position: area, resolution: shown } of areas) {
    await decideArea(services, owner, { id, version, area, shown, resolution })
  }
  await finishCheck(services, owner, { id, version })
}

export async function confirmAnswer(
  services: Services,
  call: Call,
  key: AnswerKey,
  confirmed: RouteParsed<typeof confirmContract>['body'],
) {
  const { owner, id } = await requireDocument(services, call, key)
  return confirmExemption(services, owner, { ...confirmed, id })
}
