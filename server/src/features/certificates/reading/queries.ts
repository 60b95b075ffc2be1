import type { Exemption } from '@exempta/contract/certificates'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'

export interface ExemptionRow extends Row<'exemptions'> {
  states: (Pick<Row<'exemption_states'>, 'state' | 'number'> & {
    issuedBy: Row<'exemption_states'>['issued_by']
  })[]
}

const withStates = (tx: Transaction) =>
  tx
    .selectFrom('exemptions as e')
    .selectAll('e')
    .select(
      sql<ExemptionRow['states']>`coalesce((
        select jsonb_agg(jsonb_build_object('state', s.state, 'number', s.number, 'issuedBy', s.issued_by) order by s.state)
        from exemption_states s where s.document_id = e.document_id), '[]')`.as('states'),
    )

export const findExemption = (tx: Transaction, documentId: string): Promise<ExemptionRow | undefined> =>
  withStates(tx).where('e.document_id', '=', documentId).executeTakeFirst()

/** Replaces what was confirmed before. */
export async function putExemption(tx: Transaction, { states, ...row }: ExemptionRow): Promise<void> {
  await deleteExemption(tx, row.document_id)
  await tx.insertInto('exemptions').values(row).execute()
  await tx
    .insertInto('exemption_states')
    .values(
      states.map(({ state, number, issuedBy }) => ({
        state,
        number,
        issued_by: issuedBy,
        document_id: row.document_id,
        owner_id: row.owner_id,
      })),
    )
    .execute()
}

export type StateEnd = Pick<
  Row<'exemption_states'>,
  'state' | 'ends_on' | 'judge_again_at' | 'knowledge_version'
>

/** When a certificate expires in each of its states. */
export async function putEnds(tx: Transaction, documentId: string, ends: readonly StateEnd[]): Promise<void> {
  await sql`
    update exemption_states x
    set ends_on = n.ends_on, judge_again_at = n.judge_again_at, knowledge_version = n.knowledge_version
    from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb)
      as n (state text, ends_on date, judge_again_at timestamptz, knowledge_version text)
    where x.document_id = ${documentId} and x.state = n.state`.execute(tx)
}

/** Documents with an end that time, new rules or the previous release may have changed. */
export async function listDueEnds(
  tx: Transaction,
  now: Date,
  knowledgeVersion: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ document_id: string }>`
    select distinct document_id from (
      (select document_id from exemption_states
        where judge_again_at <= ${now}::timestamptz limit ${sql.lit(limit)})
      union all
      (select document_id from exemption_states
        where knowledge_version < ${knowledgeVersion} limit ${sql.lit(limit)})
      union all
      (select document_id from exemption_states
        where knowledge_version > ${knowledgeVersion} limit ${sql.lit(limit)})) due`.execute(tx)
  return rows.map((row) => row.document_id)
}

export async function deleteExemption(tx: Transaction, documentId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('exemptions')
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  return numDeletedRows > 0
}

/** Keeps what was confirmed for its owner alone. */
export const keepUndone = (tx: Transaction, row: Row<'undone_confirmations'>) =>
  tx
    .insertInto('undone_confirmations')
    .values({ ...row, stated: JSON.stringify(row.stated) })
    .onConflict((conflict) =>
      conflict.column('document_id').doUpdateSet((next) => ({
        stated: next.ref('excluded.stated'),
        undone_at: next.ref('excluded.undone_at'),
      })),
    )
    .execute()

export async function findUndone(tx: Transaction, documentId: string): Promise<Exemption | undefined> {
  const row = await tx
    .selectFrom('undone_confirmations')
    .select('stated')
    .where('document_id', '=', documentId)
    .executeTakeFirst()
  return row?.stated
}

export const deleteUndone = (tx: Transaction, documentId: string) =>
  tx.deleteFrom('undone_confirmations').where('document_id', '=', documentId).execute()

/** Of a person, in a fixed order. */
export const undoneOf = (tx: Transaction, ownerId: string, after: string | undefined, limit: number) =>
  tx
    .selectFrom('undone_confirmations')
    .select(['document_id', 'stated', 'undone_at'])
    .where('owner_id', '=', ownerId)
    .$if(after !== undefined, (query) => query.where('document_id', '>', after ?? ''))
    .orderBy('document_id')
    .limit(limit)
    .execute()

export const setExemptionVersion = (tx: Transaction, documentId: string, version: number) =>
  tx.updateTable('exemptions').set({ version }).where('document_id', '=', documentId).execute()

/** Of a person, in a fixed order. */
export async function exemptionsOf(
  tx: Transaction,
  ownerId: string,
  after: string | undefined,
  limit: number,
): Promise<ExemptionRow[]> {
  return withStates(tx)
    .where('e.owner_id', '=', ownerId)
    .$if(after !== undefined, (query) => query.where('e.document_id', '>', after ?? ''))
    .orderBy('e.document_id')
    .limit(limit)
    .execute()
}

/** Businesses that have the document now. */
export async function countBusinesses(tx: Transaction, documentId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from document_shares
    where document_id = ${documentId} and business_id is not null and status <> 'revoked'`.execute(tx)
  return rows[0]?.count ?? 0
}
