/**
 * Anyone can answer a request, so answers that aren't sent yet have budgets: for the network they come from, for their
 * request and for all of them. A full budget makes room before it refuses anyone. First, the network that holds the most
 * loses its oldest answer, if it holds more than the newcomer's. Among equals, an answer that is idle gives way.
 */
import { createHmac } from 'node:crypto'
import { minuteMs } from '@exempta/contract/durations'
import { AppError } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { sourceOf } from '../../../platform/network-address.ts'
import type { Services } from '../../../platform/services.ts'
import { shredDocument } from '../../documents/index.ts'
import { limits } from '../limits.ts'
import {
  type AnswerRow,
  countOpenAnswers,
  deleteAnswer,
  deleteEmptyGuest,
  isShared,
  listOpenAnswers,
  lockAnswer,
  lockOpenAnswers,
  type OpenAnswer,
  type OpenAnswers,
  type OpenScope,
  updateAnswer,
} from '../queries/answers.ts'
import type { StoredRequest } from '../queries/requests.ts'
import { deleteUploadOf } from '../queries/uploads.ts'

interface Budget extends OpenAnswers {
  scope: OpenScope
  /** What is full, for the person who has to wait. */
  full: string
}

const budgetsOf = ({ kind }: Pick<StoredRequest, 'kind'>): Budget[] => [
  {
    scope: 'source',
    answers: limits.openAnswersOfSource,
    bytes: limits.openAnswersOfSourceBytes,
    full: 'Too many certificates are being uploaded from your network right now.',
  },
  {
    scope: 'request',
    answers: kind === 'standing' ? limits.openAnswersOfStandingRequest : limits.openAnswersOfRequest,
    bytes: limits.openAnswersOfRequestBytes,
    full: 'Too many people are uploading a certificate with this link right now.',
  },
  {
    scope: 'all',
    answers: limits.openAnswers,
    bytes: limits.openAnswersBytes,
    full: 'Too many people are uploading a certificate right now.',
  },
]

/** Which network a call comes from, for the budgets. Call it before the transaction. */
export async function hashSource({ keys }: Pick<Services, 'keys'>, { origin }: Call): Promise<Buffer> {
  const key = await keys.get('answer-source')
  return createHmac('sha256', key)
    .update(sourceOf(origin.ip ?? 'unknown'))
    .digest()
}

interface Newcomer {
  request: Pick<StoredRequest, 'id' | 'kind'>
  sourceHash: Buffer
  sizeBytes: number
  /** The answer that the file is for, if there is one. */
  answerId: string | undefined
}

/** Makes room for a file of which the first bytes have arrived, or refuses it with the time to wait. */
export async function makeRoom(
  services: Services,
  tx: Transaction,
  { request, sourceHash, sizeBytes, answerId }: Newcomer,
): Promise<void> {
  await lockOpenAnswers(tx)
  const filter = { sourceHash, requestId: request.id, except: answerId }
  for (const budget of budgetsOf(request)) {
    const room = await countOpenAnswers(tx, budget.scope, filter)
    const isFull = () => room.answers + 1 > budget.answers || room.bytes + sizeBytes > budget.bytes
    if (!isFull()) continue
    const open = await listOpenAnswers(tx, budget.scope, filter)
    while (isFull()) {
      const oldest = takeFirstToGo(open, sourceHash, services.clock.now())
      if (!oldest) throw refusal(budget, open, services.clock.now())
      if (!(await removeOpenAnswer(services, tx, oldest.id))) continue
      room.answers -= 1
      room.bytes -= oldest.size_bytes
    }
  }
}

/** Takes the answer that gives way out of the list, which begins with the oldest. */
function takeFirstToGo(open: OpenAnswer[], sourceHash: Buffer, now: Date): OpenAnswer | undefined {
  const held = new Map<string, number>()
  const holderOf = ({ source_hash }: OpenAnswer) => source_hash?.toString('hex') ?? ''
  for (const answer of open) held.set(holderOf(answer), (held.get(holderOf(answer)) ?? 0) + 1)
  const most = Math.max(0, ...held.values())
  const own = (held.get(sourceHash.toString('hex')) ?? 0) + 1
  const idleSince = now.getTime() - limits.openAnswerIdleMs
  const index = open.findIndex((answer) =>
    most > own ? held.get(holderOf(answer)) === most : answer.progress_at.getTime() <= idleSince,
  )
  return index < 0 ? undefined : open.splice(index, 1)[0]
}

function refusal({ full }: Budget, [oldest]: OpenAnswer[], now: Date): AppError {
  const idleAt = (oldest?.progress_at ?? now).getTime() + limits.openAnswerIdleMs
  const waitMs = Math.max(idleAt - now.getTime(), 1000)
  const minutes = Math.ceil(waitMs / minuteMs)
  return new AppError('too-many-requests', {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
    text: `${full} Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  })
}

/** Removes an answer with everything that was uploaded for it. Returns false if it was sent or removed meanwhile. */
export async function removeOpenAnswer(services: Services, tx: Transaction, id: string): Promise<boolean> {
  const answer: AnswerRow | undefined = await lockAnswer(tx, id)
  if (!answer || answer.sent_at) return false
  await dropDocument(services, tx, answer.document_id)
  await deleteAnswer(tx, id)
  await deleteEmptyGuest(tx, answer.user_id)
  return true
}

/** What was uploaded gives way to a certificate that is made here. */
export async function removeDocumentOf(
  services: Services,
  tx: Transaction,
  { id, document_id }: Pick<AnswerRow, 'id' | 'document_id'>,
): Promise<void> {
  await deleteUploadOf(tx, id)
  if (!document_id) return
  await updateAnswer(tx, id, { document_id: null })
  await dropDocument(services, tx, document_id)
}

/** Shreds a document that was never sent to anyone. */
export async function dropDocument(
  services: Services,
  tx: Transaction,
  documentId: string | null,
): Promise<void> {
  if (documentId && !(await isShared(tx, documentId))) await shredDocument(services, tx, documentId)
}
