/** What a customer does before anything is sent: upload, check what may be private, and confirm what was read. */
import { once } from 'node:events'
import type { AreaResolution } from '@exempta/contract/documents'
import { type UploadedFile, uploadRefusals } from '@exempta/contract/documents/files'
import { documentLimits } from '@exempta/contract/documents/limits'
import type { confirmAnswer as confirmContract } from '@exempta/contract/requests/answers'
import type { RouteParsed } from '@exempta/contract/route'
import { AppError } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { UploadPart } from '../../../platform/http/read-upload.ts'
import { hashToken, isToken, randomToken, timeOrderedId } from '../../../platform/identifiers.ts'
import type { Services } from '../../../platform/services.ts'
import { createGuest } from '../../accounts/index.ts'
import { confirmExemption } from '../../certificates/index.ts'
import {
  decideArea,
  finishCheck,
  listUncertainAreas,
  openPagePicture,
  receiveUpload,
  type UploadContext,
} from '../../documents/index.ts'
import { type AnswerRow, findAnswer, insertAnswer, lockAnswer, updateAnswer } from '../queries/answers.ts'
import { deleteUploadOf, findUploadOf } from '../queries/uploads.ts'
import { dropDocument, hashSource, makeRoom, removeOpenAnswer } from './make-room.ts'
import { requireOpenRequest } from './open-request.ts'
import { type AnswerKey, asOwner, findOwnAnswer, requirePrepared } from './visit.ts'

/** The secret of a browser's answer: that of its cookie, unless its answer is sent already, or a new one. */
export async function secretOf(services: Services, { token, cookie }: AnswerKey): Promise<string> {
  const known = await services.database.transact(
    systemActor,
    async (tx) => {
      const request = await requireOpenRequest(services, tx, token)
      return cookie ? findAnswer(tx, request.id, hashToken(cookie)) : undefined
    },
    { readOnly: true },
  )
  return cookie && isToken(cookie) && !known?.sent_at ? cookie : randomToken()
}

interface NewFile {
  secret: string
  sourceHash: Buffer
  sizeBytes: number
}

/**
 * The answer of this browser, for a file whose first bytes have arrived. The first file makes it, with a guest who owns
 * what is uploaded and is nobody's user until something is sent.
 */
export async function openAnswer(
  services: Services,
  tx: Transaction,
  token: string,
  { secret, sourceHash, sizeBytes }: NewFile,
): Promise<AnswerRow> {
  const request = await requireOpenRequest(services, tx, token)
  const known = await findAnswer(tx, request.id, hashToken(secret))
  if (known?.sent_at) throw new AppError('conflict')
  await makeRoom(services, tx, { request, sourceHash, sizeBytes, answerId: known?.id })
  const at = services.clock.now()
  const id = known?.id ?? timeOrderedId(at)
  if (known) await updateAnswer(tx, id, { size_bytes: sizeBytes, progress_at: at })
  else {
    const isMade = await insertAnswer(tx, {
      id,
      request_id: request.id,
      token_hash: hashToken(secret),
      user_id: await createGuest(services, tx),
      source_hash: sourceHash,
      size_bytes: sizeBytes,
      created_at: at,
      progress_at: at,
    })
    if (!isMade) throw new AppError('conflict')
  }
  const answer = await lockAnswer(tx, id)
  if (!answer) throw new AppError('conflict')
  return answer
}

/** Takes one file at once. A form without any byte of a file leaves nothing behind. */
export async function receiveAnswer(
  context: UploadContext,
  { token, secret }: { token: string; secret: string },
  parts: AsyncGenerator<UploadPart, void, void>,
): Promise<UploadedFile> {
  const { services, call } = context
  const sourceHash = await hashSource(services, call)
  try {
    const { name, begun } = await untilFirstByte(parts)
    if (!begun) return { name, outcome: 'refused', code: 'empty', text: uploadRefusals.empty }
    const newFile = { secret, sourceHash, sizeBytes: documentLimits.uploadMaxBytes }
    const answer = await services.database.transact(systemActor, (tx) =>
      openAnswer(services, tx, token, newFile),
    )
    return await takeAnswer(context, answer, begun)
  } finally {
    await parts.return()
  }
}

/** The parts of the form again, once the first byte of its first file is here; undefined if that file is empty. */
async function untilFirstByte(
  parts: AsyncGenerator<UploadPart, void, void>,
): Promise<{ name: string; begun: AsyncIterable<UploadPart> | undefined }> {
  const seen: UploadPart[] = []
  for (;;) {
    const { done, value: part } = await parts.next()
    if (done || !part) throw noFile()
    seen.push(part)
    if (part.kind === 'field') continue
    const { content, untrustedName: name } = part
    if (content.errored) throw content.errored
    if (content.readableLength === 0 && !content.readableEnded) {
      await Promise.race([once(content, 'readable'), once(content, 'end')])
    }
    return { name, begun: content.readableLength > 0 ? again(seen, parts) : undefined }
  }
}

async function* again(seen: UploadPart[], rest: AsyncIterable<UploadPart>) {
  yield* seen
  yield* rest
}

const noFile = () =>
  new AppError('invalid-input', { fields: [{ path: 'document', message: 'Please choose a file' }] })

/** Takes one file in place of what was uploaded before. If there is nothing then, the answer goes, too. */
export async function takeAnswer(
  context: UploadContext,
  opened: AnswerRow,
  parts: AsyncIterable<UploadPart>,
): Promise<UploadedFile> {
  const { services } = context
  let file: UploadedFile | undefined
  try {
    ;[file] = await receiveUpload({ ...context, call: asOwner(context.call, opened) }, parts, { filesMax: 1 })
    if (!file) throw noFile()
    return file
  } finally {
    await services.database.transact(systemActor, (tx) => attach(services, tx, opened.id, file))
  }
}

async function attach(
  services: Services,
  tx: Transaction,
  answerId: string,
  file: UploadedFile | undefined,
): Promise<void> {
  const document = file && 'document' in file ? file.document : undefined
  const answer = await lockAnswer(tx, answerId)
  // It was sent or removed meanwhile.
  if (!answer || answer.sent_at) return dropDocument(services, tx, document?.id ?? null)
  // After a failure of ours, the pieces stay, so that the upload can be finished.
  if (file) await deleteUploadOf(tx, answerId)
  if (document) {
    if (answer.document_id !== document.id) await dropDocument(services, tx, answer.document_id)
    const progress = { size_bytes: document.sizeBytes, progress_at: services.clock.now() }
    await updateAnswer(tx, answerId, { document_id: document.id, ...progress })
  } else if (!answer.document_id && !(await findUploadOf(tx, answerId))) {
    await removeOpenAnswer(services, tx, answerId)
  }
}

export function removeAnswer(services: Services, key: AnswerKey): Promise<void> {
  return services.database.transact(systemActor, async (tx) => {
    const request = await requireOpenRequest(services, tx, key.token)
    const answer = await findOwnAnswer(services, tx, request.id, key.cookie)
    // What was sent is only forgotten in this browser.
    if (answer) await removeOpenAnswer(services, tx, answer.id)
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
  const picture = await openPagePicture(services, owner, { id, page, version })
  return { ...picture, recordOpening: 'never' as const }
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
