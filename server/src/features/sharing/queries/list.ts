import type { DocumentType } from '@exempta/contract/documents'
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
      d.version as document_version, b.name as business_name, b.verified as business_verified
    from document_shares s
    join documents d on d.id = s.document_id and d.owner_id = ${ownerId}
    left join business_names b on b.id = s.business_id
    where s.owner_id = ${ownerId}
      ${documentId ? sql`and s.document_id = ${documentId}` : sql``}
      ${inState(state, now)}
      ${part ? sql`and (d.name ilike ${part} or b.name ilike ${part} or s.email::text ilike ${part})` : sql``}
      ${before ? sql`and (s.shared_at, s.id) < (${before[0]}::timestamptz, ${before[1]}::uuid)` : sql``}
    order by s.shared_at desc, s.id desc limit ${limit}`.execute(tx)
  return rows
}

/** Names of the recipients who can open each document, most recently shared first, in one query. */
export async function listRecipientNames(
  tx: Transaction,
  ownerId: string,
  documentIds: readonly string[],
  now: Date,
): Promise<Map<string, string[]>> {
  if (documentIds.length === 0) return new Map()
  const { rows } = await sql<{ document_id: string; names: string[] }>`
    select s.document_id, array_agg(coalesce(b.name, s.email::text) order by s.shared_at desc, s.id desc) as names
    from document_shares s left join business_names b on b.id = s.business_id
    where s.owner_id = ${ownerId} and s.document_id = any(${[...documentIds]}::uuid[]) and ${isLiveAt(now)}
    group by s.document_id`.execute(tx)
  return new Map(rows.map(({ document_id, names }) => [document_id, names]))
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
}

/** The history of the person's own shares, and the person's actions on others' shares, oldest first. */
export async function listShareActsOf(
  tx: Transaction,
  personId: string,
  after: OwnShareAct | undefined,
  limit: number,
): Promise<OwnShareAct[]> {
  const { rows } = await sql<OwnShareAct>`
    select e.id, e.share_id as "shareId", e.act, e.at, e.reason
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
    ])
    .where('s.account_id', '=', personId)
    .orderBy('s.shared_at')
    .execute()
