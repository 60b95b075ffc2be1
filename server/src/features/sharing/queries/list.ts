import type { DocumentRecipient, DocumentStatus, DocumentType } from '@exempta/contract/documents'
import type { RouteParsed } from '@exempta/contract/route'
import type { listShares, ShareAct, ShareEvent } from '@exempta/contract/sharing'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { containing } from '../../../platform/db/like.ts'
import { isLiveAt, type ShareRow } from './share-rows.ts'

export interface ListedShare extends ShareRow {
  document_name: string
  document_type: DocumentType
  document_version: number
  business_name: string | null
  business_verified: boolean | null
  correction_id: string | null
  correction_name: string | null
  correction_status: DocumentStatus | null
  /** Of the copy that the business may keep. */
  relied_on: string | null
  kept_until: string | null
}

type Query = RouteParsed<typeof listShares>['query']
export type ShareFilter = Pick<Query, 'documentId' | 'state' | 'search'>

/** A share past its expiry matches only `expired`, whatever status is stored. */
function inState(state: Query['state'], now: Date) {
  if (state === undefined) return sql``
  if (state === 'live') return sql`and ${isLiveAt(now)}`
  if (state === 'expired') return sql`and s.status <> 'revoked' and s.expires_at <= ${now}::timestamptz`
  return state === 'revoked'
    ? sql`and s.status = 'revoked'`
    : sql`and s.status = ${state} and ${isLiveAt(now)}`
}

export async function sharePage(
  tx: Transaction,
  ownerId: string,
  { documentId, state, search }: ShareFilter,
  before: readonly [sharedAt: string, id: string] | undefined,
  limit: number,
  now: Date,
): Promise<ListedShare[]> {
  const part = search && containing(search)
  const { rows } = await sql<ListedShare>`
    select s.*, s.email::text as email, d.name as document_name, d.type as document_type,
      d.version as document_version, b.name as business_name, b.verified as business_verified,
      n.id as correction_id, n.name as correction_name, n.status as correction_status,
      k.relied_on, k.kept_until
    from document_shares s
    join documents d on d.id = s.document_id and d.owner_id = ${ownerId}
    left join business_names b on b.id = s.business_id
    left join share_corrections c on c.share_id = s.id
    left join documents n on n.id = c.document_id
    left join lateral (
      select max(last_relied_on) as relied_on, max(kept_until) as kept_until
      from kept_copies where share_id = s.id) k on true
    where s.owner_id = ${ownerId}
      ${documentId ? sql`and s.document_id = ${documentId}` : sql``}
      ${inState(state, now)}
      ${part ? sql`and (d.name ilike ${part} or b.name ilike ${part} or s.email::text ilike ${part})` : sql``}
      ${before ? sql`and (s.shared_at, s.id) < (${before[0]}::timestamptz, ${before[1]}::uuid)` : sql``}
    order by s.shared_at desc, s.id desc limit ${limit}`.execute(tx)
  return rows
}

/** Who can open each document and what they decided, most recently shared first, in one query. */
export async function listRecipients(
  tx: Transaction,
  ownerId: string,
  documentIds: readonly string[],
  now: Date,
): Promise<Map<string, DocumentRecipient[]>> {
  if (documentIds.length === 0) return new Map()
  const { rows } = await sql<
    Omit<DocumentRecipient, 'expiresAt'> & { documentId: string; expiresAt: Date | null }
  >`
    select s.document_id as "documentId", s.id as "shareId", coalesce(b.name, s.email::text) as name,
      case when s.business_id is null then 'email' else 'business' end as kind, s.status as state,
      s.reject_reason as "rejectReason", s.expires_at as "expiresAt",
      coalesce(n.status <> 'failed', false) as "isCorrectionUnderWay"
    from document_shares s
      left join business_names b on b.id = s.business_id
      left join share_corrections c on c.share_id = s.id
      left join documents n on n.id = c.document_id
    where s.owner_id = ${ownerId} and s.document_id = any(${[...documentIds]}::uuid[]) and ${isLiveAt(now)}
    order by s.shared_at desc, s.id desc`.execute(tx)
  const recipients = rows.map((row) => ({ ...row, expiresAt: row.expiresAt?.toISOString() ?? null }))
  return Map.groupBy(recipients, ({ documentId }) => documentId)
}

export interface Rejection {
  share_id: string
  document_id: string
  document_name: string
  business: string
  reason: string
  rejected_at: Date
  is_correction_under_way: boolean
}

/** Last rejected first, with how many documents are rejected in all. */
export async function listRejections(
  tx: Transaction,
  ownerId: string,
  limit: number,
): Promise<{ rejections: Rejection[]; documents: number }> {
  const { rows } = await sql<Rejection & { documents: number }>`
    select s.id as share_id, d.id as document_id, d.name as document_name, b.name as business,
      s.reject_reason as reason, s.reviewed_at as rejected_at,
      coalesce(n.status <> 'failed', false) as is_correction_under_way,
      (select count(distinct o.document_id) from document_shares o
        where o.owner_id = ${ownerId} and o.status = 'rejected') as documents
    from document_shares s
      join documents d on d.id = s.document_id
      join business_names b on b.id = s.business_id
      left join share_corrections c on c.share_id = s.id
      left join documents n on n.id = c.document_id
    where s.owner_id = ${ownerId} and s.status = 'rejected'
    order by s.reviewed_at desc, s.id desc limit ${limit}`.execute(tx)
  return { rejections: rows, documents: rows[0]?.documents ?? 0 }
}

/** How many documents at least one recipient can open. */
export async function countSharedDocuments(tx: Transaction, ownerId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct s.document_id) as count from document_shares s
    where s.owner_id = ${ownerId} and ${isLiveAt(now)}`.execute(tx)
  return rows[0]?.count ?? 0
}

export interface RecentRecipient {
  id: string
  name: string
  verified: boolean
  last_shared_at: Date
  document_count: number
}

export async function recentRecipients(
  tx: Transaction,
  ownerId: string,
  limit: number,
): Promise<RecentRecipient[]> {
  const { rows } = await sql<RecentRecipient>`
    select b.id, b.name, b.verified, s.last_shared_at, s.document_count
    from (
      select business_id, max(shared_at) as last_shared_at, count(*) as document_count
      from document_shares
      where owner_id = ${ownerId} and business_id is not null and status <> 'revoked'
      group by business_id order by last_shared_at desc, business_id limit ${limit}
    ) s join business_names b on b.id = s.business_id
    order by s.last_shared_at desc, b.id`.execute(tx)
  return rows
}

export interface NewShareEvent {
  id: string
  share_id: string
  act: ShareAct
  at: Date
  by_kind: ShareEvent['by']
  person_id: string | null
  key_id: string | null
  reason: string | null
  document_name: string | null
}

/** Inserts any number of events in one statement. */
export async function insertShareEvents(tx: Transaction, events: readonly NewShareEvent[]): Promise<void> {
  if (events.length === 0) return
  await sql`
    insert into share_events
    select * from jsonb_populate_recordset(null::share_events, ${JSON.stringify(events)}::jsonb)`.execute(tx)
}

export interface ShareEventRow extends NewShareEvent {
  person_name: string | null
}

/** Run as the system, because the owner may not read the names of a business's people. */
export async function historyPage(
  tx: Transaction,
  shareId: string,
  before: readonly [at: string, id: string] | undefined,
  limit: number,
): Promise<ShareEventRow[]> {
  const { rows } = await sql<ShareEventRow>`
    select e.*, coalesce(u.name, k.name || ' (API key)') as person_name
    from share_events e
      left join users u on u.id = e.person_id
      left join api_keys k on k.id = e.key_id
    where e.share_id = ${shareId}
      ${before ? sql`and (e.at, e.id) < (${before[0]}::timestamptz, ${before[1]}::uuid)` : sql``}
    order by e.at desc, e.id desc limit ${limit}`.execute(tx)
  return rows
}

export interface OwnShareAct {
  id: string
  shareId: string
  act: ShareAct
  at: Date
  reason: string | null
  document: string | null
}

/** The history of the person's own shares, and the person's actions on others' shares, oldest first. */
export async function listShareActsOf(
  tx: Transaction,
  personId: string,
  after: OwnShareAct | undefined,
  limit: number,
): Promise<OwnShareAct[]> {
  const { rows } = await sql<OwnShareAct>`
    select e.id, e.share_id as "shareId", e.act, e.at, e.reason, e.document_name as document
    from share_events e
    where (e.person_id = ${personId}
        or e.share_id in (select s.id from document_shares s where s.owner_id = ${personId}))
      ${after ? sql`and (e.at, e.id) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by e.at, e.id limit ${limit}`.execute(tx)
  return rows
}

/** What others share with an address that the person has confirmed. */
export const listSharedWithAddressOf = (tx: Transaction, personId: string) =>
  tx
    .selectFrom('document_shares as s')
    .innerJoin('users as sender', 'sender.id', 's.owner_id')
    .select([
      'sender.name as sender',
      's.message',
      's.status',
      's.shared_at as sharedAt',
      's.expires_at as expiresAt',
      's.view_count as viewCount',
      's.download_count as downloadCount',
    ])
    .where('s.account_id', '=', personId)
    .orderBy('s.shared_at')
    .execute()
