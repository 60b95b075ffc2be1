/** Who stands behind the link of a request: nobody, a browser that prepares an answer, or a person who is logged in. */

import type { RequestPage } from '@exempta/contract/requests/answers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../../platform/app-error.ts'
import type { Call } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { hashToken } from '../../../platform/identifiers.ts'
import type { Services } from '../../../platform/services.ts'
import { getReading } from '../../certificates/index.ts'
import { asDocument, type DocumentRow, findOwnDocument, listUncertainAreas } from '../../documents/index.ts'
import { maskedAddress } from '../../sharing/index.ts'
import { limits } from '../limits.ts'
import { draftOf, earlierFor } from '../making/prepared.ts'
import { type AnswerRow, findAnswer, findPerson, hasAccount, updateAnswer } from '../queries/answers.ts'
import { noteOpened } from '../queries/requests.ts'
import { asUpload, findUploadOf } from '../queries/uploads.ts'
import { publishRequest } from '../requests.ts'
import { doubtsAbout } from './doubts.ts'
import { findOpenRequest, type OpenRequest, requireOpenRequest } from './open-request.ts'

/** The cookie's path covers only this request, so that a browser can answer several. */
export function answerCookie(isSecure: boolean) {
  const name = `${isSecure ? '__Secure-' : ''}exempta_answer`
  const attributesFor = (token: string) =>
    ({ path: `/api/r/${token}`, httpOnly: true, sameSite: 'strict', secure: isSecure }) as const
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    write: (reply: FastifyReply, token: string, secret: string) =>
      reply.setCookie(name, secret, { ...attributesFor(token), maxAge: limits.sentAnswerKeptMs / 1000 }),
    clear: (reply: FastifyReply, token: string) => reply.clearCookie(name, attributesFor(token)),
  }
}

/** The link that a browser opened, and its cookie for it. */
export interface AnswerKey {
  token: string
  cookie: string | undefined
}

/**
 * Whether the caller has shown that the request went to their address. A link can be forwarded, so what is known about the
 * customer is shown to no one who only has the link.
 */
export async function isAskedPerson(
  tx: Transaction,
  { actor }: Call,
  { email }: OpenRequest,
  answer: AnswerRow | undefined,
): Promise<boolean> {
  const isIt = (address: string | null | undefined) => email?.toLowerCase() === address?.toLowerCase()
  if (!email) return false
  if (answer?.confirmed_at && isIt(answer.email)) return true
  if (actor.kind !== 'person' || actor.role !== 'user') return false
  const person = await findPerson(tx, actor.id)
  return person !== undefined && person.email_verified_at !== null && isIt(person.email)
}

/** What this browser has prepared. An hour after it was sent it is no longer shown to whoever has the browser then. */
export async function findOwnAnswer(
  { clock }: Services,
  tx: Transaction,
  requestId: string,
  cookie: string | undefined,
): Promise<AnswerRow | undefined> {
  const answer = cookie ? await findAnswer(tx, requestId, hashToken(cookie)) : undefined
  const shownSince = clock.latest().getTime() - limits.requestAnswerShownMs
  return answer?.sent_at && answer.sent_at.getTime() <= shownSince ? undefined : answer
}

export interface Prepared {
  request: OpenRequest
  answer: AnswerRow
}

/** For calls about what was prepared, which are its progress. Nothing changes anymore once it is sent. */
export async function requirePrepared(
  services: Services,
  tx: Transaction,
  { token, cookie }: AnswerKey,
): Promise<Prepared> {
  const request = await requireOpenRequest(services, tx, token)
  const answer = await findOwnAnswer(services, tx, request.id, cookie)
  if (!answer || answer.sent_at) throw new AppError('not-found')
  await updateAnswer(tx, answer.id, { progress_at: services.clock.now() })
  return { request, answer }
}

/** The call as the guest who owns the document, for the verbs of documents and exemptions. */
export const asOwner = (call: Call, { user_id: id }: Pick<AnswerRow, 'user_id'>): Call => ({
  ...call,
  actor: { kind: 'person', id, role: 'user' },
})

export async function getRequestPage(services: Services, call: Call, key: AnswerKey): Promise<RequestPage> {
  const { database, clock } = services
  const { request, answer, page, document } = await database.transact(
    systemActor,
    async (tx) => {
      const request = await requireOpenRequest(services, tx, key.token)
      const answer = await findOwnAnswer(services, tx, request.id, key.cookie)
      // What was sent is opened by logging in.
      const isOpen = answer?.document_id && !answer.sent_at
      const document = isOpen
        ? await findOwnDocument(tx, answer.user_id, answer.document_id ?? '')
        : undefined
      return {
        request,
        answer,
        document,
        page: await describe(services, tx, call, request, answer, document),
      }
    },
    { readOnly: true },
  )
  // Programs that check links run no scripts, so this call means that a person sees the page.
  if (!request.opened_at && request.kind !== 'standing') {
    await database.transact(systemActor, async (tx) => {
      if (await noteOpened(tx, request.id, clock.now())) publishRequest(tx, request.business_id, request.id)
    })
  }
  const isRead = document?.status === 'processed' && !document.needs_check
  if (!answer || !page.answer || !isRead) return page
  const reading = await getReading(services, asOwner(call, answer), document.id)
  const doubts = doubtsAbout(reading, request, clock.now())
  return { ...page, answer: { ...page.answer, reading, doubts } }
}

async function describe(
  services: Services,
  tx: Transaction,
  call: Call,
  request: OpenRequest,
  answer: AnswerRow | undefined,
  document: DocumentRow | undefined,
): Promise<RequestPage> {
  const { actor } = call
  const upload = answer && (await findUploadOf(tx, answer.id))
  const person = actor.kind === 'person' && actor.role === 'user' ? await findPerson(tx, actor.id) : undefined
  return {
    business: { name: request.businessName, isVerified: request.isVerified },
    state: request.state,
    message: request.message,
    email: request.email && maskedAddress(request.email),
    earlier: (await isAskedPerson(tx, call, request, answer)) ? await earlierFor(tx, request) : null,
    isReceived: request.kind !== 'standing' && request.received_at !== null,
    isDeclined: request.declined_at !== null,
    person: person ? { name: person.name } : null,
    answer: answer
      ? {
          document: document ? await describeDocument(tx, document) : null,
          upload: upload ? asUpload(upload) : null,
          reading: null,
          doubts: [],
          email: answer.confirmed_at ? answer.email : null,
          hasAccount: await mustLogIn(tx, answer),
          making: answer.sent_at || document ? null : await draftOf(services, tx, request, answer),
          isSent: answer.sent_at !== null,
          canChoosePassword: await canChoosePassword(services, tx, answer),
        }
      : null,
  }
}

async function describeDocument(tx: Transaction, row: DocumentRow) {
  const areas = row.needs_check ? await listUncertainAreas(tx, row.id, row.version) : []
  const { name, status, version, pageCount, progress, failure, needsCheck } = asDocument(row)
  return {
    name,
    status,
    version,
    pageCount,
    progress,
    failure,
    needsCheck,
    uncertainAreas: areas.filter(({ resolution }) => resolution === null).length,
  }
}

/** An address that has an account is never attached to a document without its password. */
export const mustLogIn = async (
  tx: Transaction,
  { confirmed_at, email, sent_at }: AnswerRow,
): Promise<boolean> =>
  confirmed_at !== null && email !== null && sent_at === null && (await hasAccount(tx, email))

/** The code has shown in this browser whose address it is, for as long as what was sent is shown. */
export async function canChoosePassword(
  { clock }: Services,
  tx: Transaction,
  { sent_at, confirmed_at, user_id }: AnswerRow,
): Promise<boolean> {
  const since = clock.latest().getTime() - limits.requestAnswerShownMs
  if (!sent_at || !confirmed_at || confirmed_at.getTime() <= since) return false
  return (await findPerson(tx, user_id))?.status === 'guest'
}

const requestPath = /^\/r\/([\w-]+)\/?$/

/** Whether the request of a page is over; undefined for any other path. */
export async function isRequestOver(services: Services, path: string): Promise<boolean | undefined> {
  const token = requestPath.exec(path)?.[1]
  if (token === undefined) return undefined
  const request = await services.database.transact(
    systemActor,
    (tx) => findOpenRequest(services, tx, token),
    { readOnly: true },
  )
  return request === undefined
}
