import type { DocumentRecipient } from '@exempta/contract/documents'
import type { RouteParsed } from '@exempta/contract/route'
import type { listShares, ShareAct, ShareEvent } from '@exempta/contract/sharing'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { containing } from '../../../platform/db/like.ts'
import type { Row } from '../../../platform/db/schema.ts'
import { isLiveAt } from './share-rows.ts'

type Query = RouteParsed<typeof listShares>['query']
export type ShareFilter = Pick<Query, 'documentId' | 'state' | 'search'>

/** A share past its expiry matches only `expired`, whatever status is stored. */
function inState(state: Query['state'], now: Date) {
  if (state === undefined) return sql<boolean>`true`
  if (state === 'live') return isLiveAt(now)
  if (state === 'expired') return sql<boolean>`s.status <> 'revoked' and s.expires_at <= ${now}::timestamptz`
  return state === 'revoked'
    ? sql<boolean>`s.status = 'revoked'`
    : sql<boolean>`s.status = ${state} and ${isLiveAt(now)}`
}

export function sharePage(
  tx: Transaction,
  ownerId: string,
  { documentId, state, search }: ShareFilter,
  before: readonly [sharedAt: string, id: string] | undefined,
  limit: number,
  now: Date,
) {
  let page = tx
    .selectFrom('document_shares as s')
    .innerJoin('documents as d', (join) =>
      join.onRef('d.id', '=', 's.document_id').on('d.owner_id', '=', ownerId),
    )
    .leftJoin('business_names as b', 'b.id', 's.business_id')
    .leftJoin('share_corrections as c', 'c.share_id', 's.id')
    .leftJoin('documents as n', 'n.id', 'c.document_id')
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('kept_copies')
          .select(({ fn }) => [
            fn.max('last_relied_on').as('relied_on'),
            fn.max('kept_until').as('kept_until'),
          ])
          .whereRef('share_id', '=', 's.id')
          .as('k'),
      (join) => join.onTrue(),
    )
    .selectAll('s')
    .select(['d.name as document_name', 'd.type as document_type', 'd.version as document_version'])
    .select(['b.name as business_name', 'b.verified as business_verified'])
    .select([
      'n.id as correction_id',
      'n.name as correction_name',
      'n.status as correction_status',
      'n.needs_check as correction_needs_check',
    ])
    // Of the copy that the business may keep.
    .select(['k.relied_on', 'k.kept_until'])
    .where('s.owner_id', '=', ownerId)
    .where(inState(state, now))
    .orderBy('s.shared_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
  if (documentId) page = page.where('s.document_id', '=', documentId)
  if (search) {
    const part = containing(search)
    page = page.where(
      sql<boolean>`(d.name ilike ${part} or b.name ilike ${part} or s.email::text ilike ${part})`,
    )
  }
  if (before) {
    page = page.where(sql<boolean>`(s.shared_at, s.id) < (${before[0]}::timestamptz, ${before[1]}::uuid)`)
  }
  return page.execute()
}

export type ListedShare = Awaited<ReturnType<typeof sharePage>>[number]

/** Who can open each document and what they decided, most recently shared first, in one query. */
export async function listRecipients(
  tx: Transaction,
  ownerId: string,
  documentIds: readonly string[],
  now: Date,
): Promise<Map<string, DocumentRecipient[]>> {
  if (documentIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('document_shares as s')
    .leftJoin('business_names as b', 'b.id', 's.business_id')
    .leftJoin('share_corrections as c', 'c.share_id', 's.id')
    .leftJoin('documents as n', 'n.id', 'c.document_id')
    .select(['s.document_id as documentId', 's.id as shareId', 's.reject_reason as rejectReason'])
    .select(['s.expires_at as expiresAt'])
    .select([
      sql<string>`coalesce(b.name, s.email::text)`.as('name'),
      sql<DocumentRecipient['kind']>`case when s.business_id is null then 'email' else 'business' end`.as(
        'kind',
      ),
      // A share that is live isn't revoked.
      sql<DocumentRecipient['state']>`s.status`.as('state'),
      sql<boolean>`coalesce(n.status <> 'failed', false)`.as('isCorrectionUnderWay'),
    ])
    .where('s.owner_id', '=', ownerId)
    .where(sql<boolean>`s.document_id = any(${[...documentIds]}::uuid[])`)
    .where(sql<boolean>`${isLiveAt(now)}`)
    .orderBy('s.shared_at', 'desc')
    .orderBy('s.id', 'desc')
    .execute()
  const recipients = rows.map((row) => ({ ...row, expiresAt: row.expiresAt?.toISOString() ?? null }))
  return Map.groupBy(recipients, ({ documentId }) => documentId)
}

/** Last rejected first, with how many documents are rejected in all. */
export async function listRejections(tx: Transaction, ownerId: string, limit: number) {
  const rejections = await tx
    .selectFrom('document_shares as s')
    .innerJoin('documents as d', 'd.id', 's.document_id')
    .innerJoin('business_names as b', 'b.id', 's.business_id')
    .leftJoin('share_corrections as c', 'c.share_id', 's.id')
    .leftJoin('documents as n', 'n.id', 'c.document_id')
    .select(['s.id as share_id', 'd.id as document_id', 'd.name as document_name', 'b.name as business'])
    // A rejected share always has both; the table checks it.
    .select((share) => [
      share.ref('s.reject_reason').$notNull().as('reason'),
      share.ref('s.reviewed_at').$notNull().as('rejected_at'),
    ])
    .select(sql<boolean>`coalesce(n.status <> 'failed', false)`.as('is_correction_under_way'))
    .select(
      sql<number>`(select count(distinct o.document_id) from document_shares o
        where o.owner_id = ${ownerId} and o.status = 'rejected')`.as('documents'),
    )
    .where('s.owner_id', '=', ownerId)
    .where('s.status', '=', 'rejected')
    .orderBy('s.reviewed_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(limit)
    .execute()
  return { rejections, documents: rejections[0]?.documents ?? 0 }
}

/** How many documents at least one recipient can open. */
export async function countSharedDocuments(tx: Transaction, ownerId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct s.document_id) as count from document_shares s
    where s.owner_id = ${ownerId} and ${isLiveAt(now)}`.execute(tx)
  return rows[0]?.count ?? 0
}

export const recentRecipients = (tx: Transaction, ownerId: string, limit: number) =>
  tx
    .selectFrom((query) =>
      query
        .selectFrom('document_shares')
        .select(['business_id', ({ fn }) => fn.max('shared_at').as('last_shared_at')])
        .select(({ fn }) => fn.countAll<number>().as('document_count'))
        .where('owner_id', '=', ownerId)
        .where('business_id', 'is not', null)
        .where('status', '<>', 'revoked')
        .groupBy('business_id')
        .orderBy('last_shared_at', 'desc')
        .orderBy('business_id')
        .limit(limit)
        .as('s'),
    )
    .innerJoin('business_names as b', 'b.id', 's.business_id')
    .select(['b.id', 'b.name', 'b.verified', 's.last_shared_at', 's.document_count'])
    .orderBy('s.last_shared_at', 'desc')
    .orderBy('b.id')
    .execute()

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

/** Run as the system, because the owner may not read the names of a business's people. */
export function historyPage(
  tx: Transaction,
  shareId: string,
  before: readonly [at: string, id: string] | undefined,
  limit: number,
) {
  const page = tx
    .selectFrom('share_events as e')
    .leftJoin('users as u', 'u.id', 'e.person_id')
    .leftJoin('api_keys as k', 'k.id', 'e.key_id')
    .selectAll('e')
    .select(sql<string | null>`coalesce(u.name, k.name || ' (API key)')`.as('person_name'))
    .where('e.share_id', '=', shareId)
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
  return (
    before ? page.where(sql<boolean>`(e.at, e.id) < (${before[0]}::timestamptz, ${before[1]}::uuid)`) : page
  ).execute()
}

export type ShareEventRow = Awaited<ReturnType<typeof historyPage>>[number]

/** The history of the person's own shares, and the person's actions on others' shares, oldest first. */
export function listShareActsOf(
  tx: Transaction,
  personId: string,
  after: Pick<Row<'share_events'>, 'at' | 'id'> | undefined,
  limit: number,
) {
  const page = tx
    .selectFrom('share_events as e')
    .select(['e.id', 'e.share_id as shareId', 'e.act', 'e.at', 'e.reason', 'e.document_name as document'])
    .where(
      sql<boolean>`(e.person_id = ${personId}
        or e.share_id in (select s.id from document_shares s where s.owner_id = ${personId}))`,
    )
    .orderBy('e.at')
    .orderBy('e.id')
    .limit(limit)
  return (
    after ? page.where(sql<boolean>`(e.at, e.id) > (${after.at}::timestamptz, ${after.id}::uuid)`) : page
  ).execute()
}

export type OwnShareAct = Awaited<ReturnType<typeof listShareActsOf>>[number]

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
