/** What a business does with its requests. */
import { Readable } from 'node:stream'
import { dayMs } from '@exempta/contract/durations'
import {
  bounceWords,
  type CertificateRequest,
  type requestsQuery as contract,
  type NewRequest,
} from '@exempta/contract/requests'
import { requestLimits } from '@exempta/contract/requests/limits'
import { states } from '@exempta/knowledge/states'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, type MemberActor, memberOf, personOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import { publicLink } from '../../platform/email/links.ts'
import { queueEmail } from '../../platform/email/queue-email.ts'
import type { FileAnswer } from '../../platform/http/send-file.ts'
import { timeOrderedId } from '../../platform/identifiers.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { type Member, requireManager, requireMember } from '../businesses/index.ts'
import { findLocation } from '../coverage/index.ts'
import { findAsked } from '../customers/index.ts'
import { requestEmail } from './emails.ts'
import { findOwnEmail } from './queries/campaigns.ts'
import {
  countSent,
  findRequest,
  findStanding,
  insertRequest,
  lockRequests,
  type RequestPosition,
  type RequestRow,
  requestPage,
  type StoredRequest,
  updateRequest,
} from './queries/requests.ts'
import { refusalOf, refusalTexts } from './refusals.ts'
import { drawQr, type LinkWriter, requestLinks } from './request-links.ts'

const list = defineKeyset<RequestPosition>('requests', z.tuple([z.iso.datetime(), z.uuid()]))

export async function listRequests(
  services: Services,
  call: Call,
  {
    cursor,
    limit,
    ...filter
  }: z.output<typeof contract> & { campaignId?: string | undefined; customerId?: string | undefined },
) {
  const member = memberOf(call)
  const before = list.read(cursor)
  const { businessId, rows } = await services.database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireMember(tx, member)
      return { businessId, rows: await requestPage(tx, filter, before, limit + 1) }
    },
    { readOnly: true },
  )
  const linkTo = await requestLinks(services, businessId)
  const { items, nextCursor } = list.page(rows, limit, (row) => [row.created_at.toISOString(), row.id])
  return { items: items.map((row) => asRequest(row, linkTo)), nextCursor }
}

export async function getRequest(services: Services, call: Call, id: string): Promise<CertificateRequest> {
  const { row, linkTo } = await readRequest(services, memberOf(call), id)
  return asRequest(row, linkTo)
}

/** As an image that stays sharp however large it is printed. */
export async function getRequestQr(
  services: Services,
  call: Call,
  id: string,
): Promise<FileAnswer<'image/svg+xml', 'never'>> {
  const { row, linkTo } = await readRequest(services, memberOf(call), id)
  return {
    name: 'request.svg',
    contentType: 'image/svg+xml',
    content: Readable.from([await drawQr(linkTo(row.id))]),
    isInline: true,
    recordOpening: 'never',
  }
}

async function readRequest(
  services: Services,
  member: MemberActor,
  id: string,
): Promise<{ row: RequestRow; linkTo: LinkWriter }> {
  const { businessId, row } = await services.database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireMember(tx, member)
      return { businessId, row: await findRequest(tx, id) }
    },
    { readOnly: true },
  )
  if (!row) throw new AppError('not-found')
  return { row, linkTo: await requestLinks(services, businessId) }
}

/** Anyone at the counter can hand out a link. Emails go out in the name of the business, so managers send them. */
export async function createRequest(
  services: Services,
  call: Call,
  { email, customerName, customerReference, customerId, state, message, isCopied }: NewRequest,
): Promise<CertificateRequest> {
  requireState(state)
  const member = memberOf(call)
  const at = services.clock.now()
  const id = timeOrderedId(at)
  const own = await services.database.transact(member, (tx) =>
    email ? requireManager(tx, member) : requireMember(tx, member),
  )
  requireActive(own)
  const linkTo = await requestLinks(services, own.businessId)
  await services.database.transact(member, async (tx) => {
    const mailId = email
      ? await emailRequest(services, tx, own, {
          email,
          state,
          message,
          link: linkTo(id),
          replyTo: linkTo.replyTo(id),
        })
      : null
    await insertRequest(tx, {
      id,
      business_id: own.businessId,
      kind: email ? 'email' : 'link',
      email,
      customer_name: customerName,
      customer_ref: customerReference,
      customer_id: await findAsked(tx, own.businessId, { id: customerId, number: customerReference }),
      state,
      message,
      mail_id: mailId,
      sent_at: email ? at : null,
      created_by: member.kind === 'person' ? member.id : null,
      created_at: at,
      updated_at: at,
    })
    if (email && isCopied)
      await emailCopy(services, tx, own, { email, state, message, personId: personOf(call).id })
    await recordCreated(services, tx, call, own, id)
  })
  return getRequest(services, call, id)
}

/** Its link is an example: opening the real one would look as if the customer had. */
async function emailCopy(
  services: Services,
  tx: Transaction,
  { businessName }: Member,
  {
    email,
    state,
    message,
    personId,
  }: Pick<NewRequest, 'state' | 'message'> & { email: string; personId: string },
): Promise<void> {
  const data = {
    business: businessName,
    state: nameOfState(state),
    subject: `Copy of your request to ${email}`,
    message,
    isReminder: false,
    link: publicLink(services.publicUrl, '/r/example'),
    canReply: services.inboundEmail !== undefined,
  }
  await queueEmail(services, tx, { to: await findOwnEmail(tx, personId), template: requestEmail, data })
}

export const nameOfState = (state: string | null): string | null =>
  state === null ? null : (states.get(state)?.name ?? state)

async function emailRequest(
  services: Services,
  tx: Transaction,
  { businessId, businessName }: Member,
  {
    email,
    state,
    message,
    link,
    replyTo,
  }: { email: string; link: ReturnType<LinkWriter>; replyTo: string | undefined } & Pick<
    NewRequest,
    'state' | 'message'
  >,
): Promise<string> {
  const refusal = await refusalOf(tx, businessId, email)
  if (refusal) {
    throw new AppError('conflict', {
      text: refusalTexts[refusal],
      fields: [{ path: 'email', message: refusalTexts[refusal] }],
    })
  }
  await requireEmailsLeft(services, tx, businessId, 1)
  const data = {
    business: businessName,
    state: nameOfState(state),
    message,
    isReminder: false,
    link,
    canReply: replyTo !== undefined,
  }
  return queueEmail(services, tx, { to: email, replyTo, template: requestEmail, data })
}

/** Emails go out up to a limit a day. */
export async function requireEmailsLeft(
  { clock }: Services,
  tx: Transaction,
  businessId: string,
  count: number,
): Promise<void> {
  const since = new Date(clock.now().getTime() - dayMs)
  if ((await countSent(tx, businessId, since)) + count > requestLimits.requestEmailsPerDay) {
    throw new AppError('too-many-requests', {
      text: `You can email up to ${requestLimits.requestEmailsPerDay} requests a day. Please continue tomorrow.`,
    })
  }
}

/** The one request of a location whose code stays at the counter. It is made when it is first asked for. */
export async function openStandingRequest(
  services: Services,
  call: Call,
  locationId: string,
): Promise<CertificateRequest> {
  const member = memberOf(call)
  const at = services.clock.now()
  const id = await services.database.transact(member, async (tx) => {
    const own = await requireMember(tx, member)
    requireActive(own)
    const location = await findLocation(tx, own.businessId, locationId)
    if (!location) throw new AppError('not-found')
    const known = await findStanding(tx, locationId)
    if (known) return known.id
    const id = timeOrderedId(at)
    const isNew = await insertRequest(tx, {
      id,
      business_id: own.businessId,
      kind: 'standing',
      location_id: locationId,
      state: location.state,
      created_by: member.kind === 'person' ? member.id : null,
      created_at: at,
      updated_at: at,
    })
    if (isNew) await recordCreated(services, tx, call, own, id)
    return isNew ? id : undefined
  })
  // Someone else made it at the same moment.
  return id ? getRequest(services, call, id) : openStandingRequest(services, call, locationId)
}

async function recordCreated(
  { clock }: Services,
  tx: Transaction,
  call: Call,
  { businessId }: Member,
  id: string,
): Promise<void> {
  const target = { kind: 'request', id } as const
  await recordAudit(tx, call, { at: clock.now(), action: 'request.create', target })
  publishRequest(tx, businessId, id)
}

/** Pages that show the business's requests fetch them again. */
export const publishRequest = (tx: Transaction, businessId: string, id: string): void =>
  publish(tx, `business:${businessId}`, 'changed', { topic: 'requests', ids: [id] })

/** The link and its printed codes stop working. Closing a request again changes nothing. */
export async function closeRequest(services: Services, call: Call, id: string): Promise<CertificateRequest> {
  await closeRequests(services, call, [id])
  return getRequest(services, call, id)
}

export function closeRequests(
  services: Services,
  call: Call,
  ids: readonly string[],
): Promise<{ closed: number }> {
  const member = memberOf(call)
  const at = services.clock.now()
  return services.database.transact(member, async (tx) => {
    const { businessId } = await requireManager(tx, member)
    const open = (await lockChosen(tx, businessId, ids)).filter(({ closed_at }) => closed_at === null)
    for (const { id } of open) {
      await updateRequest(tx, id, { closed_at: at, remind_on: null, updated_at: at })
      await recordAudit(tx, call, { at, action: 'request.close', target: { kind: 'request', id } })
      publishRequest(tx, businessId, id)
    }
    return { closed: open.length }
  })
}

/** All of the chosen requests, or not-found: none of another business is named. */
export async function lockChosen(
  tx: Transaction,
  businessId: string,
  ids: readonly string[],
): Promise<StoredRequest[]> {
  const rows = await lockRequests(tx, businessId, ids)
  if (rows.length < new Set(ids).size) throw new AppError('not-found')
  return rows
}

export function requireActive({ businessStatus }: Member): void {
  if (businessStatus !== 'active') throw new AppError('business-not-active')
}

export function requireState(state: string | null): void {
  if (state !== null && !states.has(state)) {
    throw new AppError('invalid-input', { fields: [{ path: 'state', message: 'Please choose a state' }] })
  }
}

const asRequest = (row: RequestRow, linkTo: LinkWriter): CertificateRequest => ({
  id: row.id,
  kind: row.kind,
  status: row.status,
  link: linkTo(row.id).reveal(),
  replyTo: linkTo.replyTo(row.id) ?? null,
  bounce: row.bounce && bounceWords[row.bounce],
  automaticAnswerAt: row.auto_answered_at?.toISOString() ?? null,
  email: row.email,
  customerName: row.customer_name,
  customerReference: row.customer_ref,
  customerId: row.customer_id,
  state: row.state,
  message: row.message,
  location: row.location_name,
  dueOn: row.due_on,
  receivedCount: row.received_count,
  receivedId: row.share_id,
  senderName: row.sender_name,
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
  reminders: row.reminded,
  remindedAt: row.reminded_at?.toISOString() ?? null,
  openedAt: row.opened_at?.toISOString() ?? null,
  receivedAt: row.received_at?.toISOString() ?? null,
  closedAt: row.closed_at?.toISOString() ?? null,
})
