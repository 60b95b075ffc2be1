import type { PageQuery } from '@exempta/contract/paging'
import type { RouteParsed } from '@exempta/contract/route'
import type {
  listShares as contract,
  ReceivingBusiness,
  Share,
  ShareEvent,
  ShareRecipient,
} from '@exempta/contract/sharing'
import { shareLimits } from '@exempta/contract/sharing/limits'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Services } from '../../platform/services.ts'
import { stateOf } from './policy.ts'
import { historyPage, type ListedShare, type ShareEventRow, sharePage } from './queries/list.ts'
import { findRecipients } from './queries/recipients.ts'
import { countOwn } from './queries/share-rows.ts'

export const asShare = (row: ListedShare, now: Date): Share => ({
  id: row.id,
  document: {
    id: row.document_id,
    name: row.document_name,
    type: row.document_type,
    version: row.document_version,
  },
  receiver: recipientOf(row),
  state: stateOf(row, now),
  message: row.message,
  sharedAt: row.shared_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  canDownload: row.can_download,
  hasWatermark: row.has_watermark,
  notifiesOnFirstView: row.tells_first_view,
  firstViewedAt: row.first_viewed_at?.toISOString() ?? null,
  lastViewedAt: row.last_viewed_at?.toISOString() ?? null,
  viewCount: row.view_count,
  downloadCount: row.download_count,
  reviewedAt: row.reviewed_at?.toISOString() ?? null,
  rejectReason: row.reject_reason,
  replaces: replacedBy(row),
  correction: correctionOf(row),
  kept:
    row.relied_on === null || row.kept_until === null
      ? null
      : { reliedOn: row.relied_on, until: row.kept_until },
})

/** What the corrected version that the recipient has now took the place of. */
const replacedBy = ({ replaced_name, replaced_rejected_at }: ListedShare): Share['replaces'] =>
  replaced_name === null
    ? null
    : { name: replaced_name, rejectedAt: replaced_rejected_at?.toISOString() ?? null }

function correctionOf(row: ListedShare): Share['correction'] {
  const { correction_id: id, correction_name: name, correction_status: status } = row
  if (id === null || name === null || status === null) return null
  const ready = row.correction_needs_check ? 'needs-check' : 'ready'
  return { document: { id, name }, state: status === 'processed' ? ready : status }
}

const recipientOf = (row: ListedShare): ShareRecipient =>
  row.business_id === null
    ? { kind: 'email', address: row.email ?? '' }
    : {
        kind: 'business',
        id: row.business_id,
        name: row.business_name ?? '',
        isVerified: row.business_verified ?? false,
      }

const lastSharedFirst = defineKeyset('shares', z.tuple([z.iso.datetime(), z.uuid()]))

export async function listShares(
  { clock, database }: Services,
  call: Call,
  { cursor, limit, ...filter }: RouteParsed<typeof contract>['query'],
): Promise<{ items: Share[]; nextCursor: string | null }> {
  const person = personOf(call)
  const now = clock.now()
  const before = lastSharedFirst.read(cursor)
  const rows = await database.transact(
    person,
    (tx) => sharePage(tx, person.id, filter, before, limit + 1, now),
    { readOnly: true },
  )
  const page = lastSharedFirst.page(rows, limit, (row) => [row.shared_at.toISOString(), row.id])
  return { items: page.items.map((row) => asShare(row, now)), nextCursor: page.nextCursor }
}

const newestFirst = defineKeyset('share history', z.tuple([z.iso.datetime(), z.uuid()]))

/** Names the business that acted, never the person. */
export async function listShareHistory(
  services: Services,
  call: Call,
  { id, ...page }: PageQuery & { id: string },
): Promise<{ items: ShareEvent[]; nextCursor: string | null }> {
  const person = personOf(call)
  const own = await services.database.transact(person, (tx) => countOwn(tx, person.id, [id]), {
    readOnly: true,
  })
  if (own === 0) throw new AppError('not-found')
  const { items, nextCursor } = await readHistory(services, id, page)
  return { items: items.map((event) => ({ ...event, person: null })), nextCursor }
}

/**
 * The caller must be one side of the share. Runs as the system, because neither side may query the other's
 * people.
 */
export async function readHistory(
  { database }: Services,
  shareId: string,
  { cursor, limit }: PageQuery,
): Promise<{ items: ShareEvent[]; nextCursor: string | null }> {
  const before = newestFirst.read(cursor)
  const rows = await database.transact(systemActor, (tx) => historyPage(tx, shareId, before, limit + 1), {
    readOnly: true,
  })
  const { items, nextCursor } = newestFirst.page(rows, limit, (row) => [row.at.toISOString(), row.id])
  return { items: items.map(asShareEvent), nextCursor }
}

const asShareEvent = ({ id, act, at, by_kind, person_name, ...row }: ShareEventRow): ShareEvent => ({
  id,
  act,
  at: at.toISOString(),
  by: by_kind,
  person: person_name,
  reason: row.reason,
  document: row.document_name,
})

export async function searchRecipients(
  { database }: Services,
  call: Call,
  search: string | undefined,
): Promise<ReceivingBusiness[]> {
  const person = personOf(call)
  const rows = await database.transact(
    person,
    (tx) => findRecipients(tx, person.id, search, shareLimits.recipientsFound),
    { readOnly: true },
  )
  return rows.map(({ id, name, verified, last_shared_at }) => ({
    id,
    name,
    isVerified: verified,
    lastSharedAt: last_shared_at?.toISOString() ?? null,
  }))
}
