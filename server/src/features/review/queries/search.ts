import type { receivedStatuses } from '@exempta/contract/review'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'
import type { ReceivedRow } from './received.ts'

/** Which shares (alias `s`) a page shows, in which order and how many. */
interface PageCut {
  wanted: RawBuilder<unknown>
  order: RawBuilder<unknown>
  limit: number
}

interface SearchBounds {
  /** How many shares are scanned in list order before and after an index was tried. */
  walked: readonly [first: number, second: number]
  /** How many matches the index may return. A text with more matches is found quickly by scanning. */
  lookedUp: number
}

/**
 * Frequent texts are found by scanning the list in order, rare ones by a trigram index. Only a text that is
 * neither, such as a word in many old documents and no new one, needs all matches sorted.
 */
async function searchPage(
  tx: Transaction,
  businessId: string,
  search: string,
  cut: PageCut,
  { walked, lookedUp }: SearchBounds = { walked: [1_000, 50_000], lookedUp: 5_000 },
): Promise<ReceivedRow[]> {
  const first = await scanList(tx, businessId, search, cut, walked[0])
  if (first.isWhole) return first.rows
  const few = await lookUp(tx, search, first.rarest, cut, lookedUp)
  if (few.isWhole) return few.rows
  const second = await scanList(tx, businessId, search, cut, walked[1])
  if (second.isWhole) return second.rows
  return (await lookUp(tx, search, first.rarest, cut)).rows
}

interface Found {
  rows: ReceivedRow[]
  /** Whether the page is certainly complete. */
  isWhole: boolean
}

/**
 * Scans the list until the page is full or the limit is reached, and reports which word matched the fewest
 * shares.
 */
async function scanList(
  tx: Transaction,
  businessId: string,
  search: string,
  { wanted, order, limit }: PageCut,
  most: number,
): Promise<Found & { rarest: string }> {
  const words = wordsOf(search)
  const holds = (part: string) => sql`strpos(s.text, lower(${part})) > 0`
  const met = words.map((word) => sql`count(*) filter (where ${holds(word)}) over so_far`)
  // Limits are literals: for an unknown parameter the planner assumes a tenth of the table and sorts it.
  const page = sql<{ id: string; is_found: boolean; is_last: boolean; met: number[] }>`(
    select * from (
      select s.id, ${holds(search)} as is_found, row_number() over so_far = ${sql.lit(most)} as is_last,
        array[${sql.join(met)}]::int[] as met
      from (
        select s.id, s.shared_at, s.expires_on, lower(s.search_text) as text
        from received_search s where s.business_id = ${businessId} and ${wanted}
        order by ${order} limit ${sql.lit(most)}) s
      window so_far as (order by ${order} rows unbounded preceding)) walked
    where is_found or is_last limit ${sql.lit(limit)})`
  const rows = await tx
    .selectFrom(page.as('page'))
    .innerJoin('received_documents as s', 's.id', 'page.id')
    .selectAll('s')
    .select(['page.is_found', 'page.is_last', 'page.met'])
    .orderBy(order)
    .execute()
  const found = rows.filter((row) => row.is_found)
  const last = rows.find((row) => row.is_last)
  const least = Math.min(...(last?.met ?? []))
  return {
    rows: found,
    isWhole: found.length === limit || !last,
    rarest: words.find((_, place) => last?.met[place] === least) ?? search,
  }
}

/** Words include the spaces around them, which mark where a word starts and ends. A single word has none. */
function wordsOf(search: string): string[] {
  const words = [...search.matchAll(/\S+/g)]
  if (words.length < 2) return []
  return words.map(({ 0: word, index }) => search.slice(Math.max(index - 1, 0), index + word.length + 1))
}

/** Looks up only the rarest word: reading the many matches of frequent words takes longer. */
async function lookUp(
  tx: Transaction,
  search: string,
  rarest: string,
  { wanted, order, limit }: PageCut,
  most?: number,
): Promise<Found> {
  const hasTrigram = /[\p{L}\p{N}]{3}/u.test(rarest)
  const bound = most === undefined ? null : most + 1
  const { rows } = await sql<{ count: number } & (Row<'received_documents'> | { id: null })>`
    with found as materialized (select * from find_received_shares(${search}, ${rarest}, ${hasTrigram}, ${bound}))
    select s.*, met.count
    from (select count(*)::int from found) met
      left join (
        (select s.id from found s where ${wanted} order by ${order} limit ${sql.lit(limit)}) page
        join received_documents s on s.id = page.id) on true
    order by ${order}`.execute(tx)
  return {
    rows: rows.filter((row): row is ReceivedRow & { count: number } => row.id !== null),
    isWhole: rows.every(({ count }) => count !== bound),
  }
}

/** What has expired begins with the latest end date, what expires soon with the next one. */
type ReceivedOrder = 'newest' | 'oldest' | 'expired' | 'soon'
/** The time or the day that the list is sorted by, and the id. */
type ReceivedPosition = readonly [at: string, id: string]

interface ReceivedFilter {
  search?: string | undefined
  status?: (typeof receivedStatuses)[number] | undefined
  /** Only what was shared, reviewed or changed since then. */
  updatedSince?: string | undefined
  /** The id of the person the documents are assigned to. */
  assignedTo?: string | undefined
  state?: string | undefined
  form?: string | undefined
  /** The days, both included, on which it expires. */
  expiration?: { first?: string; last: string } | undefined
}

const isAfter = ([at, id]: ReceivedPosition, by: 'shared_at' | 'expires_on', comparison: '<' | '>') =>
  sql`and (s.${sql.raw(by)}, s.id) ${sql.raw(comparison)}
    (${at}::${sql.raw(by === 'shared_at' ? 'timestamptz' : 'date')}, ${id}::uuid)`

const orders = {
  newest: { by: 'shared_at', order: sql`s.shared_at desc, s.id desc`, comparison: '<' },
  oldest: { by: 'shared_at', order: sql`s.shared_at, s.id`, comparison: '>' },
  soon: { by: 'expires_on', order: sql`s.expires_on, s.id`, comparison: '>' },
  expired: { by: 'expires_on', order: sql`s.expires_on desc, s.id desc`, comparison: '<' },
} as const

/** A new version or name changes the document and not the share. */
const changedSince = (businessId: string, since: string) => sql`
  select c.id from document_shares c join documents d on d.id = c.document_id
  where c.business_id = ${businessId}
    and (c.updated_at >= ${since}::timestamptz or d.updated_at >= ${since}::timestamptz)`

/** Few documents are assigned to one person, so their ids are looked up, however the page is found. */
const isAssignedTo = (businessId: string, personId: string) => sql`s.id in (
  select own.id from document_shares own
  where own.business_id = ${businessId} and own.assigned_to = ${personId}::uuid)`

/** Live shares of certificates for a state, with the columns that lists are sorted and filtered by. */
const ofState = (businessId: string, state: string) => sql`
  select t.share_id as id, t.shared_at, x.status, x.form, x.expires_on
  from share_states t join document_shares x on x.id = t.share_id
  where t.business_id = ${businessId} and t.state = ${state}`

/**
 * Shares have indexes that start with the business, with and without the status, the form, the state or the end date.
 * The page is cut before anything is joined, so its cost does not depend on how many shares exist.
 */
export async function receivedPage(
  tx: Transaction,
  businessId: string,
  { search, status, updatedSince, assignedTo, state, form, expiration }: ReceivedFilter,
  sort: ReceivedOrder,
  position: ReceivedPosition | undefined,
  limit: number,
  bounds?: SearchBounds,
): Promise<ReceivedRow[]> {
  const { by, order, comparison } = orders[sort]
  const wanted = sql`s.status <> 'revoked'
    ${status ? sql`and s.status = ${status === 'by-rules' ? 'verified' : status}` : sql``}
    ${updatedSince ? sql`and s.id in (${changedSince(businessId, updatedSince)})` : sql``}
    ${assignedTo ? sql`and ${isAssignedTo(businessId, assignedTo)}` : sql``}
    ${form ? sql`and s.form = ${form}` : sql``}
    ${expiration?.first ? sql`and s.expires_on >= ${expiration.first}::date` : sql``}
    ${expiration ? sql`and s.expires_on <= ${expiration.last}::date` : sql``}
    ${position ? isAfter(position, by, comparison) : sql``}`
  const isOfState = state
    ? sql`and exists (select from share_states t where t.share_id = s.id and t.state = ${state})`
    : sql``
  const isByRules =
    status === 'by-rules'
      ? sql`and exists (select from document_shares r where r.id = s.id and r.reviewed_by_rules)`
      : sql``
  if (search) {
    const all = sql`${wanted} ${isOfState} ${isByRules}`
    return searchPage(tx, businessId, search, { wanted: all, order, limit }, bounds)
  }
  const isByState = state !== undefined && by === 'shared_at'
  // The limit is a literal: for an unknown parameter the planner assumes a tenth of the table and picks a
  // worse plan.
  const page = sql<{ id: string }>`(
    ${
      isByState
        ? sql`select s.id from (${ofState(businessId, state)}) s where ${wanted} ${isByRules}`
        : sql`select s.id from document_shares s where s.business_id = ${businessId} and ${wanted} ${isOfState}
            ${status === 'by-rules' ? sql`and s.reviewed_by_rules` : sql``}`
    }
    order by ${order} limit ${sql.lit(limit)})`
  return tx
    .selectFrom(page.as('page'))
    .innerJoin('received_documents as s', 's.id', 'page.id')
    .selectAll('s')
    .orderBy(order)
    .execute()
}

/** Reads one entry of an index for each value, so it does not matter how many documents there are. */
async function distinctValues(
  tx: Transaction,
  next: (after: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    with recursive each as (
      select (${next(sql`''`)}) as value
      union all
      select (${next(sql`each.value`)}) from each where each.value is not null)
    select value from each where value is not null`.execute(tx)
  return rows.map(({ value }) => value)
}

export const listReceivedStates = (tx: Transaction, businessId: string): Promise<string[]> =>
  distinctValues(
    tx,
    (after) => sql`
      select t.state from share_states t where t.business_id = ${businessId} and t.state > ${after}
      order by t.state limit 1`,
  )

export const listReceivedForms = (tx: Transaction, businessId: string): Promise<string[]> =>
  distinctValues(
    tx,
    (after) => sql`
      select s.form from document_shares s
      where s.business_id = ${businessId} and s.status <> 'revoked' and s.form > ${after}
      order by s.form limit 1`,
  )
