import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type VerificationRow = Row<'ledger_entries'>

/** Newest first. */
export const verificationsOf = (
  tx: Transaction,
  businessId: string,
  shareId: string,
  limit: number,
): Promise<VerificationRow[]> =>
  ledgerOf(tx, businessId, shareId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(sql.lit(limit))
    .execute()

export type VerificationPosition = readonly [at: string, id: string]

/** Of every certificate of a customer, newest first. */
export function verificationsOfRecord(
  tx: Transaction,
  businessId: string,
  recordId: string,
  position: VerificationPosition | undefined,
  limit: number,
): Promise<VerificationRow[]> {
  let page = tx
    .selectFrom('ledger_entries')
    .selectAll()
    .where('business_id', '=', businessId)
    .where(
      sql<boolean>`share_id in (
        select i.share_id from coverage_customers v join coverage_index i on i.customer_id = v.id
        where v.record_id = ${recordId} and i.business_id = ${businessId})`,
    )
  if (position)
    page = page.where(sql<boolean>`(at, id) < (${position[0]}::timestamptz, ${position[1]}::uuid)`)
  return page.orderBy('at', 'desc').orderBy('id', 'desc').limit(sql.lit(limit)).execute()
}

export const findVerification = (
  tx: Transaction,
  businessId: string,
  { shareId, id }: { shareId: string; id: string },
): Promise<VerificationRow | undefined> =>
  ledgerOf(tx, businessId, shareId).where('id', '=', id).executeTakeFirst()

const ledgerOf = (tx: Transaction, businessId: string, shareId: string) =>
  tx
    .selectFrom('ledger_entries')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('share_id', '=', shareId)

/** The last time that someone of the business looked the number up for one of these shares. */
export async function newestLookUp(
  tx: Transaction,
  {
    businessId,
    shareIds,
    state,
    plainNumber,
  }: {
    businessId: string
    shareIds: readonly string[]
    state: string
    plainNumber: string
  },
): Promise<Pick<VerificationRow, 'result' | 'due_on'> | undefined> {
  return tx
    .selectFrom('verifications as v')
    .innerJoin('verification_details as d', 'd.verification_id', 'v.id')
    .select(['v.result', 'v.due_on'])
    .where('v.business_id', '=', businessId)
    .where(sql<boolean>`v.share_id = any(${[...shareIds]}::uuid[])`)
    .where('v.state', '=', state)
    .where('v.kind', 'in', ['state-site', 'phone'])
    .where(sql<boolean>`regexp_replace(upper(d.number), '[^A-Z0-9]', '', 'g') = ${plainNumber}`)
    .orderBy('v.at', 'desc')
    .orderBy('v.id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function insertVerification(
  tx: Transaction,
  row: NewRow<'verifications'>,
  details: Omit<NewRow<'verification_details'>, 'verification_id'>,
): Promise<void> {
  await tx.insertInto('verifications').values(row).execute()
  await tx
    .insertInto('verification_details')
    .values({ verification_id: row.id, ...details })
    .execute()
}

export type DuePosition = readonly [dueOn: string, id: string]

/** A later look-up of the same state replaces an earlier one; what is no longer shared isn't due. */
export function dueVerifications(
  tx: Transaction,
  businessId: string,
  before: string,
  position: DuePosition | undefined,
  limit: number,
) {
  let due = tx
    .selectFrom('verifications as v')
    .innerJoin('verification_details as d', 'd.verification_id', 'v.id')
    .innerJoin('received_documents as r', 'r.id', 'v.share_id')
    .select(['v.id', 'v.share_id', 'v.state', 'd.number', 'v.checked_on'])
    .select((row) => [
      row.ref('v.due_on').$notNull().as('due_on'),
      row.fn.coalesce('r.purchaser', 'r.user_name').as('customer'),
    ])
    .where('v.business_id', '=', businessId)
    .where('v.due_on', '<', before)
    .where(
      sql<boolean>`not exists (
        select from verifications later
        where later.share_id = v.share_id and later.state = v.state and later.kind <> 'irs-file'
          and (later.at, later.id) > (v.at, v.id))`,
    )
  if (position) due = due.where(sql<boolean>`(v.due_on, v.id) > (${position[0]}::date, ${position[1]}::uuid)`)
  return due.orderBy('v.due_on').orderBy('v.id').limit(sql.lit(limit)).execute()
}

export async function deleteVerificationsBefore(
  tx: Transaction,
  before: Date,
  limit: number,
): Promise<number> {
  const { rows: deleted } = await sql`
    delete from verifications where id in (
      select id from verifications where at < ${before}::timestamptz limit ${sql.lit(limit)})
    returning id`.execute(tx)
  return deleted.length
}

/** Who looked up the person's numbers. */
export const lookedUpOf = (tx: Transaction, after: string | undefined, limit: number) =>
  tx
    .selectFrom('looked_up_numbers')
    .select(['id', 'state', 'kind', 'result', 'checked_on as checkedOn', 'at', 'business_name as business'])
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Look-ups that the person recorded for a business. */
export const lookedUpBy = (tx: Transaction, personId: string, after: string | undefined, limit: number) =>
  tx
    .selectFrom('verifications')
    .leftJoin('verification_details', 'verification_id', 'id')
    .select(['id', 'state', 'kind', 'result', 'checked_on as checkedOn', 'note', 'at'])
    .where('person_id', '=', personId)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()
