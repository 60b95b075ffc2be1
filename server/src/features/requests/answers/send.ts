/** How a request ends: with a certificate, with an account to keep it in, or with a refusal. */
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Call } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { sqlState } from '../../../platform/db/errors.ts'
import type { Services } from '../../../platform/services.ts'
import { assignGuestAddress, nameGuest, prepareGuestPassword } from '../../accounts/index.ts'
import { recordRequestEvent } from '../../api/index.ts'
import { findExemption } from '../../certificates/index.ts'
import { matchArrived } from '../../customers/index.ts'
import { shareWithin } from '../../sharing/index.ts'
import {
  type AnswerRow,
  changeOwner,
  deleteEmptyGuest,
  findPerson,
  findShareId,
  lockAnswer,
  updateAnswer,
} from '../queries/answers.ts'
import { lockRequest, updateRequest } from '../queries/requests.ts'
import { forgetNotExempt, type Refusal, recordRefusal } from '../refusals.ts'
import { publishRequest } from '../requests.ts'
import { type OpenRequest, requireOpenRequest } from './open-request.ts'
import { type AnswerKey, asOwner, canChoosePassword, findOwnAnswer, mustLogIn } from './visit.ts'

/** Sending again changes nothing. Of two browsers that answer the same request, the first one counts. */
export async function sendAnswer(services: Services, call: Call, key: AnswerKey): Promise<void> {
  try {
    await send(services, call, key)
  } catch (error) {
    if (sqlState(error) !== uniqueViolation) throw error
    // Someone got the same address at the same moment, so it belongs to them now.
    await send(services, call, key)
  }
}

const uniqueViolation = '23505'

async function send(services: Services, call: Call, key: AnswerKey): Promise<void> {
  await services.database.transact(systemActor, async (tx) => {
    const request = await requireOpenRequest(services, tx, key.token, lockRequest)
    const found = await findOwnAnswer(services, tx, request.id, key.cookie)
    const answer = found && (await lockAnswer(tx, found.id))
    const documentId = answer?.document_id
    if (!documentId) throw new AppError('not-found')
    if (answer.sent_at) return
    await sendWithin(services, tx, call, { request, answer }, async () => ({ documentId }))
  })
}

interface Sent {
  documentId: string
  /** Who gets a copy by email. */
  copyTo?: string
}

const copyDays = 30

/** Sends what `provide` returns once it's known whose it is: of two browsers, the first one counts. */
export async function sendWithin(
  services: Services,
  tx: Transaction,
  call: Call,
  { request, answer }: { request: OpenRequest; answer: AnswerRow },
  provide: (ownerId: string) => Promise<Sent>,
): Promise<void> {
  if (request.kind !== 'standing' && request.received_at) {
    throw new AppError('conflict', { text: 'A certificate was already sent for this request.' })
  }
  const ownerId = await ownerOf(services, tx, call, answer)
  const sent = await provide(ownerId)
  await giveTo(tx, answer, ownerId)
  await share(services, tx, call, request, { ...answer, user_id: ownerId }, sent)
}

/** A person who is logged in sends as themselves; everybody else as the guest who confirmed an address. */
async function ownerOf(services: Services, tx: Transaction, call: Call, answer: AnswerRow): Promise<string> {
  const { actor } = call
  if (actor.kind === 'person' && actor.role === 'user') return actor.id
  if (!answer.confirmed_at || !answer.email) throw new AppError('code-needed')
  if (await mustLogIn(tx, answer)) {
    throw new AppError('not-signed-in', { text: 'You have an account with this address. Log in to send it.' })
  }
  return assignGuestAddress(services, tx, call, { guestId: answer.user_id, email: answer.email })
}

/** Gives what was prepared to the person it belongs to, and deletes the guest who is no longer needed. */
async function giveTo(tx: Transaction, answer: AnswerRow, ownerId: string): Promise<void> {
  if (answer.user_id === ownerId) return
  if (answer.document_id) await changeOwner(tx, answer.document_id, ownerId)
  await updateAnswer(tx, answer.id, { user_id: ownerId })
  await deleteEmptyGuest(tx, answer.user_id)
}

async function share(
  services: Services,
  tx: Transaction,
  call: Call,
  request: OpenRequest,
  answer: AnswerRow,
  { documentId, copyTo }: Sent,
): Promise<void> {
  const at = services.clock.now()
  const { id, business_id: businessId } = request
  const owner = asOwner(call, answer)
  const exemption = await findExemption(tx, documentId)
  const name = exemption?.purchaser ?? request.customer_name ?? localPartOf(answer)
  if (name) await nameGuest(services, tx, { id: answer.user_id, name: [...name].slice(0, 120).join('') })
  const plain = { canDownload: true, hasWatermark: false, notifiesOnFirstView: false }
  const documentIds = [documentId]
  const toBusiness = { documentIds, businessIds: [businessId], emails: [], message: '', expiresInDays: 1 }
  await shareWithin(services, tx, owner, { ...plain, ...toBusiness })
  const shareId = await findShareId(tx, documentId, businessId)
  if (!shareId) throw new AppError('recipient-not-active')
  if (copyTo !== undefined) {
    const message = `Your copy of the certificate for ${request.businessName}.`
    const copy = { documentIds, businessIds: [], emails: [copyTo], message, expiresInDays: copyDays }
    await shareWithin(services, tx, owner, { ...plain, ...copy })
  }
  await recordRequestEvent(services, tx, { requestId: id, shareId })
  await updateAnswer(tx, answer.id, { sent_at: services.clock.latest(), source_hash: null })
  await updateRequest(tx, id, {
    received_at: at,
    received_count: request.received_count + 1,
    declined_at: null,
    share_id: shareId,
    user_id: answer.user_id,
    updated_at: at,
  })
  await matchArrived(services, tx, [shareId])
  if (request.email) await forgetNotExempt(tx, businessId, request.email)
  await recordAudit(tx, owner, { at, action: 'request.answer', target: { kind: 'request', id } })
  publishRequest(tx, businessId, id)
}

/** Recipients never see anything of an address that isn't confirmed. */
const localPartOf = ({ confirmed_at, email }: AnswerRow): string | undefined =>
  confirmed_at ? email?.split('@')[0] : undefined

/** The guest becomes an account. The code has shown in this browser that the address is theirs. */
export async function keepAnswer(
  services: Services,
  call: Call,
  key: AnswerKey,
  { name, password }: { name: string; password: string },
): Promise<{ token: string; personId: string }> {
  const { database } = services
  const { user_id: personId, email } = await database.transact(systemActor, async (tx) => {
    const request = await requireOpenRequest(services, tx, key.token)
    const answer = await findOwnAnswer(services, tx, request.id, key.cookie)
    if (!answer || !(await canChoosePassword(services, tx, answer))) throw new AppError('not-found')
    return { ...answer, email: (await findPerson(tx, answer.user_id))?.email ?? '' }
  })
  const activate = await prepareGuestPassword({ name, email, password })
  return database.transact(systemActor, (tx) => activate(services, tx, call, personId))
}

/** Both hold for good: nothing of this business is emailed to the address again. */
export async function declineRequest(
  services: Services,
  call: Call,
  token: string,
  kind: Refusal,
): Promise<void> {
  await services.database.transact(systemActor, async (tx) => {
    const request = await requireOpenRequest(services, tx, token, lockRequest)
    const { id, business_id: businessId, email } = request
    const at = services.clock.now()
    if (email) await recordRefusal(tx, { businessId, email, kind, at })
    // The code at the counter is for everyone, so one customer's answer says nothing about the next.
    if (kind === 'not-exempt' && request.kind !== 'standing' && !request.received_at) {
      await updateRequest(tx, id, { declined_at: at, updated_at: at })
      publishRequest(tx, businessId, id)
    }
    const target = { kind: 'request', id } as const
    await recordAudit(tx, call, { at, action: 'request.decline', target, details: { kind } })
  })
}
