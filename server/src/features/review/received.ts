import type { PageQuery } from '@exempta/contract/paging'
import type {
  getReceived as getRoute,
  listReceived as listRoute,
  ReceivedDocument,
} from '@exempta/contract/review'
import type { RouteParsed, RouteReturn } from '@exempta/contract/route'
import type { ShareEvent } from '@exempta/contract/sharing'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { type Call, type MemberActor, memberOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Services } from '../../platform/services.ts'
import { requireMember } from '../businesses/index.ts'
import { readHistory } from '../sharing/index.ts'
import { findReceived, listPageSizes, type ReceivedRow } from './queries/received.ts'
import { receivedPage } from './queries/search.ts'

/** The document as members of the receiving business see it. */
export const asReceived = (row: ReceivedRow): ReceivedDocument => ({
  id: row.id,
  document: {
    id: row.document_id,
    name: row.document_name,
    type: row.document_type,
    version: row.document_version,
    pageCount: row.page_count,
    sizeBytes: row.size_bytes,
  },
  user: { name: row.user_name, email: row.user_email },
  status: row.status,
  message: row.message,
  receivedAt: row.shared_at.toISOString(),
  reviewedAt: row.reviewed_at?.toISOString() ?? null,
  reviewer: row.reviewer_name,
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
})

export function getReceived(
  { database }: Services,
  call: Call,
  id: string,
): Promise<RouteReturn<typeof getRoute>> {
  const member = memberOf(call)
  return database.transact(
    member,
    async (tx) => {
      const row = await requireReceived(tx, member, id)
      const pages = await listPageSizes(tx, row.document_id, row.document_version)
      return { ...asReceived(row), pages }
    },
    { readOnly: true },
  )
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
async function requireReceived(tx: Transaction, member: MemberActor, id: string): Promise<ReceivedRow> {
  const { businessId } = await requireMember(tx, member)
  const [row] = await findReceived(tx, businessId, [id])
  if (!row) throw new AppError('not-found')
  return row
}

const position = z.tuple([z.iso.datetime(), z.uuid()])
/** Each sort order has its own keyset, so a cursor of one order is rejected by the other. */
const lists = {
  newest: defineKeyset('received newest', position),
  oldest: defineKeyset('received oldest', position),
}

export async function listReceived(
  { database }: Services,
  call: Call,
  {
    cursor,
    limit,
    sort,
    assigned,
    ...filter
  }: RouteParsed<typeof listRoute>['query'] & {
    updatedSince?: string | undefined
  },
): Promise<{ items: ReceivedDocument[]; nextCursor: string | null }> {
  const member = memberOf(call)
  const assignedTo = assigned === 'me' ? member.id : undefined
  const list = lists[sort]
  const after = list.read(cursor)
  const rows = await database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireMember(tx, member)
      return receivedPage(tx, businessId, { ...filter, assignedTo }, sort, after, limit + 1)
    },
    { readOnly: true },
  )
  const { items, nextCursor } = list.page(rows, limit, (row) => [row.shared_at.toISOString(), row.id])
  return { items: items.map(asReceived), nextCursor }
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
