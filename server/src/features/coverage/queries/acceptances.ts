import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { NewRow } from '../../../platform/db/schema.ts'

export async function insertAcceptance(tx: Transaction, row: NewRow<'coverage_acceptances'>): Promise<void> {
  await tx.insertInto('coverage_acceptances').values(row).execute()
}

/** Those that no one has ended, with the name of who accepted: null once they left the business. */
const live = (tx: Transaction, businessId: string) =>
  tx
    .selectFrom('coverage_acceptances as a')
    .leftJoin('team_members as m', 'm.user_id', 'a.accepted_by')
    .select(['a.id', 'a.share_id', 'a.state', 'a.reason', 'a.accepted_on as on', 'a.until_on as until'])
    .select(['m.name as by', 'a.accepted_by'])
    .where('a.business_id', '=', businessId)
    .where('a.ended_at', 'is', null)

export type AcceptanceRow = Awaited<ReturnType<typeof acceptancesOf>>[number]

export const acceptancesOf = (tx: Transaction, businessId: string, shareId: string) =>
  live(tx, businessId).where('a.share_id', '=', shareId).orderBy('a.state').execute()

export const namedAcceptances = (tx: Transaction, businessId: string, ids: readonly string[]) =>
  live(tx, businessId)
    .where(sql<boolean>`a.id = any(${[...ids]}::uuid[])`)
    .execute()

/** The certificate whose answer it changed, if it was still going on. */
export async function putAcceptanceEnd(
  tx: Transaction,
  businessId: string,
  which: { id: string } | { shareId: string; state: string },
  by: string,
  at: Date,
): Promise<{ id: string; share_id: string; owner_id: string } | undefined> {
  return tx
    .updateTable('coverage_acceptances')
    .set({ ended_by: by, ended_at: at })
    .where('business_id', '=', businessId)
    .where('ended_at', 'is', null)
    .where((row) =>
      'id' in which
        ? row('id', '=', which.id)
        : row.and([row('share_id', '=', which.shareId), row('state', '=', which.state)]),
    )
    .returning(['id', 'share_id', 'owner_id'])
    .executeTakeFirst()
}

/** What a person accepted for their business. */
export const acceptedBy = (tx: Transaction, personId: string, after: string | undefined, limit: number) =>
  tx
    .selectFrom('coverage_acceptances')
    .select(['id', 'state', 'reason', 'accepted_on as on', 'until_on as until', 'ended_at as endedAt'])
    .where('accepted_by', '=', personId)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()

/** What businesses accepted of a person's certificates. Their notes are their own. */
export const acceptedOf = (tx: Transaction, ownerId: string, after: string | undefined, limit: number) =>
  tx
    .selectFrom('coverage_acceptances as a')
    .innerJoin('business_names as b', 'b.id', 'a.business_id')
    .select(['a.id', 'a.state', 'a.accepted_on as on', 'a.until_on as until', 'b.name as business'])
    .where('a.owner_id', '=', ownerId)
    .$if(after !== undefined, (query) => query.where('a.id', '>', after ?? ''))
    .orderBy('a.id')
    .limit(limit)
    .execute()

/** Those that ended before a moment, or whose last day passed before it. */
export async function deleteAcceptancesBefore(tx: Transaction, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from coverage_acceptances where id in (
      select id from coverage_acceptances
      where least(ended_at, until_on::timestamptz) < ${before}::timestamptz limit ${sql.lit(limit)})
    returning id`.execute(tx)
  return rows.length
}
