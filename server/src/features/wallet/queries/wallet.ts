import type { Verdict } from '@exempta/contract/verdict'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { ExemptionRow } from '../../exemptions/index.ts'

export interface WalletRow extends ExemptionRow {
  state: string
  document_name: string
  held_by: number
  is_renewed: boolean
}

export type WalletPosition = readonly [state: string, documentId: string]

/** One row for each certificate and state. */
export async function walletPage(
  tx: Transaction,
  ownerId: string,
  state: string | undefined,
  after: WalletPosition | undefined,
  limit: number,
): Promise<WalletRow[]> {
  const { rows } = await sql<WalletRow>`
    select e.*, x.state, d.name as document_name, (
        select jsonb_agg(jsonb_build_object('state', o.state, 'number', o.number) order by o.state)
        from exemption_states o where o.document_id = x.document_id) as states, (
        select count(*)::integer from document_shares s
        where s.document_id = x.document_id and s.business_id is not null and s.status <> 'revoked') as held_by,
      exists (select from certificate_renewals r where r.old_document_id = x.document_id) as is_renewed
    from exemption_states x
      join exemptions e on e.document_id = x.document_id
      join documents d on d.id = x.document_id
    where x.owner_id = ${ownerId} and e.owner_id = ${ownerId}
      ${state ? sql`and x.state = ${state}` : sql``}
      ${after ? sql`and (x.state, x.document_id) > (${after[0]}, ${after[1]}::uuid)` : sql``}
    order by x.state, x.document_id limit ${sql.lit(limit)}`.execute(tx)
  return rows
}

/** Every state that the person has certificates for. */
export async function listStates(tx: Transaction, ownerId: string): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select distinct state from exemption_states where owner_id = ${ownerId} order by state`.execute(tx)
  return rows.map(({ state }) => state)
}

export interface SellerRow {
  business_id: string
  business_name: string
  states: {
    state: string
    verdict: Verdict
    review: 'pending' | 'verified' | 'rejected'
    expiresOn: string | null
    documentId: string
  }[]
}

/** Businesses that have certificates of this person, by name, with the best answer for each state. */
export async function listSellers(tx: Transaction, ownerId: string, limit: number): Promise<SellerRow[]> {
  const { rows } = await sql<SellerRow>`
    select b.id as business_id, b.name as business_name, jsonb_agg(jsonb_build_object('state', best.state,
      'verdict', best.verdict, 'review', best.status, 'expiresOn', best.ends_on, 'documentId', best.document_id) order by best.state) as states
    from (
      select distinct on (i.business_id, i.state) i.business_id, i.state, i.verdict, i.ends_on, s.document_id, s.status
      from coverage_index i join document_shares s on s.id = i.share_id
      where i.owner_id = ${ownerId} and s.owner_id = ${ownerId} and s.status <> 'revoked'
      order by i.business_id, i.state, array_position(array['covered', 'check', 'not-covered'], i.verdict),
        i.ends_on desc nulls first, s.id
    ) best join business_names b on b.id = best.business_id
    group by b.id, b.name order by lower(b.name), b.id limit ${sql.lit(limit)}`.execute(tx)
  return rows
}
