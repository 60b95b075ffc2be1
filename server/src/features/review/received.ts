import type { ReceivedReading } from '@exempta/contract/certificates'
import { certificateLimits } from '@exempta/contract/certificates/limits'
import { dayMs } from '@exempta/contract/durations'
import type { PageQuery } from '@exempta/contract/paging'
import type {
  getReceivedChoices as choicesRoute,
  listReceived as listRoute,
  ReceivedDocument,
} from '@exempta/contract/review'
import type { getReceived as getRoute } from '@exempta/contract/review/received'
import type { RouteParsed, RouteReturn } from '@exempta/contract/route'
import type { ShareEvent } from '@exempta/contract/sharing'
import { dayIn } from '@exempta/knowledge/dates'
import { forms } from '@exempta/knowledge/forms'
import { Reason } from '@exempta/knowledge/terms'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { type Call, type MemberActor, memberOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Services } from '../../platform/services.ts'
import { requireMember } from '../businesses/index.ts'
import { asReading, findExemption, findSigned, warningsOn, warningsOnReading } from '../certificates/index.ts'
import { governmentCardOf, listFields, listReadings } from '../documents/index.ts'
import { readHistory } from '../sharing/index.ts'
import { findReceived, listPageSizes, type ReceivedRow } from './queries/received.ts'
import { listReceivedForms, listReceivedStates, receivedPage } from './queries/search.ts'

/** The document as members of the receiving business see it. */
export const asReceived = (row: ReceivedRow, now: Date): ReceivedDocument => ({
  id: row.id,
  document: {
    id: row.document_id,
    name: row.document_name,
    type: row.document_type,
    version: row.document_version,
    pageCount: row.page_count,
    sizeBytes: row.size_bytes,
    card: governmentCardOf(row),
    isCard: row.is_card,
  },
  user: { name: row.user_name, email: row.user_email },
  status: row.status,
  message: row.message,
  receivedAt: row.shared_at.toISOString(),
  firstViewedAt: row.first_viewed_at?.toISOString() ?? null,
  reviewedAt: row.reviewed_at?.toISOString() ?? null,
  reviewer: row.reviewed_by_rules ? 'Exempta’s rules' : row.reviewer_name,
  isByRules: row.reviewed_by_rules,
  assignee:
    row.assigned_to === null || row.assignee_name === null
      ? null
      : { id: row.assigned_to, name: row.assignee_name },
  rejectReason: row.reject_reason,
  canDownload: row.can_download,
  replaces:
    row.replaced_name === null
      ? null
      : { name: row.replaced_name, rejectedAt: row.replaced_rejected_at?.toISOString() ?? null },
  customer: row.customer,
  exemption: exemptionOf(row),
  warnings: warningsOf(row, now),
})

function warningsOf({ form, stated, states, expires_on: expiresOn }: ReceivedRow, now: Date): string[] {
  if (!stated) return []
  const reason = Reason.safeParse(stated.reason).data ?? null
  return warningsOn({ ...stated, reason, form, expiresOn, states: states ?? [] }, now)
}

function exemptionOf({
  form,
  purchaser,
  states,
  expires_on,
  confirmed_at,
}: ReceivedRow): ReceivedDocument['exemption'] {
  if (confirmed_at === null || purchaser === null) return null
  return {
    form: formName(form),
    purchaser,
    states: states ?? [],
    expiresOn: expires_on,
    confirmedAt: confirmed_at.toISOString(),
  }
}

/** Null for forms that we don’t know, or no longer. */
const formName = (code: string | null): string | null =>
  (code === null ? undefined : forms.get(code)?.name) ?? null

export function getReceived(
  { database, clock }: Services,
  call: Call,
  id: string,
): Promise<RouteReturn<typeof getRoute>> {
  const member = memberOf(call)
  return database.transact(
    member,
    async (tx) => {
      const row = await requireReceived(tx, member, id)
      const { document_id: documentId, document_version: version } = row
      const [pages, readings, fields, exemption, signed] = await Promise.all([
        listPageSizes(tx, documentId, version),
        listReadings(tx, documentId, version),
        listFields(tx, documentId, version),
        findExemption(tx, documentId),
        findSigned(tx, documentId),
      ])
      const now = clock.now()
      const reading = asReading({ isCard: row.is_card, readings, fields, exemption, signed }, now)
      const received = asReceived(row, now)
      return {
        ...received,
        warnings: exemption ? received.warnings : unconfirmed(reading, now),
        pages,
        reading,
      }
    },
    { readOnly: true },
  )
}

/** What was read speaks for itself until the owner confirms it: of a paper that has what only certificates have. */
function unconfirmed({ certificates: [certificate], notACertificate }: ReceivedReading, now: Date): string[] {
  if (!certificate || notACertificate) return []
  const { suggestion, hasHiddenLicense } = certificate
  const { form, reason, states } = suggestion
  return form || reason || states.length > 0
    ? warningsOnReading({ ...suggestion, hasHiddenLicense }, now)
    : []
}

/** For callers that know a document by its share. */
export async function findReceivedDocumentId(
  { database }: Services,
  call: Call,
  id: string,
): Promise<string> {
  const member = memberOf(call)
  const row = await database.transact(member, (tx) => requireReceived(tx, member, id), { readOnly: true })
  return row.document_id
}

/** Returns the share if it belongs to the caller's own business, otherwise throws. */
export async function requireReceived(
  tx: Transaction,
  member: MemberActor,
  id: string,
): Promise<ReceivedRow> {
  const { businessId } = await requireMember(tx, member)
  const [row] = await findReceived(tx, businessId, [id])
  if (!row) throw new AppError('not-found')
  return row
}

const received = z.tuple([z.iso.datetime(), z.uuid()])
const expiring = z.tuple([z.iso.date(), z.uuid()])
/** Each sort order has its own keyset, so a cursor of one order is rejected by the others. */
const lists = {
  newest: defineKeyset('received newest', received),
  oldest: defineKeyset('received oldest', received),
  expired: defineKeyset('received expired', expiring),
  soon: defineKeyset('received soon', expiring),
}

/** The days, both included, on which what is listed expires. */
function expirationDays(expires: 'expired' | 'soon' | undefined, now: Date) {
  if (!expires) return undefined
  const dayAfter = (days: number) => dayIn('America/New_York', new Date(now.getTime() + days * dayMs))
  return expires === 'expired'
    ? { last: dayAfter(-1) }
    : { first: dayAfter(0), last: dayAfter(certificateLimits.expiresSoonDays) }
}

export async function listReceived(
  { database, clock }: Services,
  call: Call,
  {
    cursor,
    limit,
    sort,
    assigned,
    expires,
    ...filter
  }: RouteParsed<typeof listRoute>['query'] & {
    updatedSince?: string | undefined
  },
): Promise<{ items: ReceivedDocument[]; nextCursor: string | null }> {
  const member = memberOf(call)
  const assignedTo = assigned === 'me' ? member.id : undefined
  // A list of what expires is read from the index of end dates, so it has their order.
  const order = expires ?? sort
  const list = lists[order]
  const after = list.read(cursor)
  const expiration = expirationDays(expires, clock.now())
  const rows = await database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireMember(tx, member)
      return receivedPage(tx, businessId, { ...filter, assignedTo, expiration }, order, after, limit + 1)
    },
    { readOnly: true },
  )
  const { items, nextCursor } = list.page(rows, limit, (row) => [
    expires ? (row.expires_on ?? '') : row.shared_at.toISOString(),
    row.id,
  ])
  return { items: items.map((row) => asReceived(row, clock.now())), nextCursor }
}

/** What the list can be filtered by: the states and forms of what the business has received. */
export function getReceivedChoices(
  { database }: Services,
  call: Call,
): Promise<RouteReturn<typeof choicesRoute>> {
  const member = memberOf(call)
  return database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireMember(tx, member)
      const [states, codes] = await Promise.all([
        listReceivedStates(tx, businessId),
        listReceivedForms(tx, businessId),
      ])
      return {
        states,
        forms: codes.map((code) => ({ code, name: formName(code) ?? 'Other forms' })),
      }
    },
    { readOnly: true },
  )
}

export async function listReceivedHistory(
  services: Services,
  call: Call,
  { id, ...page }: PageQuery & { id: string },
): Promise<{ items: ShareEvent[]; nextCursor: string | null }> {
  const member = memberOf(call)
  await services.database.transact(member, (tx) => requireReceived(tx, member, id), { readOnly: true })
  return readHistory(services, id, page)
}
