import type { DocumentType } from '@exempta/contract/documents'
import type { RouteParsed } from '@exempta/contract/route'
import type { listShares } from '@exempta/contract/shares'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { containing } from './receivers.ts'
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

/** A share that is over is neither pending nor anything else but expired. */
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

/** Names of receivers that can open the documents, the last shared with first; one query for any number. */
export async function namesSharedWith(
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
