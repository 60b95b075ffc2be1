import type { Verdict } from '@exempta/contract/verdict'
import { sql } from 'kysely'
import type { Transaction } from '../../../../platform/db/database.ts'
import type { ExemptionRow } from '../../reading/queries.ts'

export type WalletPosition = readonly [state: string, documentId: string]

/** One row for each certificate and state. */
export function walletPage(
  tx: Transaction,
  ownerId: string,
  state: string | undefined,
  after: WalletPosition | undefined,
  limit: number,
) {
  let page = tx
    .selectFrom('exemption_states as x')
    .innerJoin('exemptions as e', 'e.document_id', 'x.document_id')
    .innerJoin('documents as d', 'd.id', 'x.document_id')
    .selectAll('e')
    .select(['x.state', 'd.name as document_name'])
    .select(['d.type as document_type', 'd.version as document_version'])
    .select([
      sql<ExemptionRow['states']>`(
        select jsonb_agg(jsonb_build_object('state', o.state, 'number', o.number) order by o.state)
        from exemption_states o where o.document_id = x.document_id)`.as('states'),
      sql<number>`(
        select count(*)::integer from document_shares s
        where s.document_id = x.document_id and s.business_id is not null and s.status <> 'revoked')`.as(
        'held_by',
      ),
      sql<boolean>`exists (select from certificate_renewals r where r.old_document_id = x.document_id)`.as(
        'is_renewed',
      ),
    ])
    .where('x.owner_id', '=', ownerId)
    .where('e.owner_id', '=', ownerId)
  if (state) page = page.where('x.state', '=', state)
  if (after) page = page.where(sql<boolean>`(x.state, x.document_id) > (${after[0]}, ${after[1]}::uuid)`)
  return page.orderBy('x.state').orderBy('x.document_id').limit(sql.lit(limit)).execute()
}

export type WalletRow = Awaited<ReturnType<typeof walletPage>>[number]

/** Every state that the person has certificates for. */
export async function listStates(tx: Transaction, ownerId: string): Promise<string[]> {
  const { rows } = await sql<{ state: string }>`
    select distinct state from exemption_states where owner_id = ${ownerId} order by state`.execute(tx)
  return rows.map(({ state }) => state)
}

interface SellerState {
  state: string
  verdict: Verdict
  review: 'pending' | 'verified' | 'rejected'
  expiresOn: string | null
  documentId: string
}

/** Businesses that have certificates of this person, by name, with the best answer for each state. */
export const listSellers = (tx: Transaction, ownerId: string, limit: number) =>
  tx
    .selectFrom((query) =>
      query
        .selectFrom('coverage_index as i')
        .innerJoin('document_shares as s', 's.id', 'i.share_id')
        .distinctOn(['i.business_id', 'i.state'])
        .select(['i.business_id', 'i.state', 'i.verdict', 'i.ends_on', 's.document_id', 's.status'])
        .where('i.owner_id', '=', ownerId)
        .where('s.owner_id', '=', ownerId)
        .where('s.status', '<>', 'revoked')
        .orderBy('i.business_id')
        .orderBy('i.state')
        .orderBy(sql`array_position(array['covered', 'charge-part', 'check', 'not-covered'], i.verdict)`)
        .orderBy('i.ends_on', (order) => order.desc().nullsFirst())
        .orderBy('s.id')
        .as('best'),
    )
    .innerJoin('business_names as b', 'b.id', 'best.business_id')
    .select(['b.id as business_id', 'b.name as business_name'])
    .select(
      sql<SellerState[]>`jsonb_agg(jsonb_build_object('state', best.state, 'verdict', best.verdict,
        'review', best.status, 'expiresOn', best.ends_on, 'documentId', best.document_id) order by best.state)`.as(
        'states',
      ),
    )
    .groupBy(['b.id', 'b.name'])
    .orderBy(({ fn }) => fn('lower', ['b.name']))
    .orderBy('b.id')
    .limit(sql.lit(limit))
    .execute()
