import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'

/** What certificates say that belongs to a record. */
const ofRecord = (recordId: string) =>
  sql<boolean>`i.customer_id in (select v.id from coverage_customers v where v.record_id = ${recordId})`

/** Every certificate and state of a record, the newest first. */
export const indexedOfRecord = (tx: Transaction, businessId: string, recordId: string) =>
  tx
    .selectFrom('coverage_index as i')
    .innerJoin('coverage_facts as f', 'f.share_id', 'i.share_id')
    .innerJoin('coverage_customers as v', 'v.id', 'i.customer_id')
    .innerJoin('customers as r', 'r.id', 'v.record_id')
    .selectAll('f')
    .select(['i.state', 'i.customer_id', 'i.customer_name', 'i.last_purchase_on'])
    .select(['r.id as record_id', 'r.name as record_name'])
    .where('i.business_id', '=', businessId)
    .where(ofRecord(recordId))
    .orderBy('f.shared_at', 'desc')
    .orderBy('f.share_id')
    .execute()

type Position = readonly [at: string, id: string]

export type CertificateOfRecord = Awaited<ReturnType<typeof certificatePage>>[number]

export function certificatePage(
  tx: Transaction,
  businessId: string,
  recordId: string,
  position: Position | undefined,
  limit: number,
) {
  const shares = tx
    .selectFrom('coverage_index as i')
    .select(['i.share_id', 'i.customer_id'])
    .distinct()
    .where('i.business_id', '=', businessId)
    .where(ofRecord(recordId))
  let page = tx
    .selectFrom(shares.as('i'))
    .innerJoin('coverage_facts as f', 'f.share_id', 'i.share_id')
    .innerJoin('coverage_customers as v', 'v.id', 'i.customer_id')
    .select(['f.share_id', 'f.purchaser', 'f.form', 'f.signed_on', 'f.status', 'f.shared_at'])
    .select(['f.reviewed_at', 'f.revoked_at', 'v.id as link_id', 'v.matched_by'])
  if (position) {
    page = page.where(
      sql<boolean>`(f.shared_at, f.share_id) < (${position[0]}::timestamptz, ${position[1]}::uuid)`,
    )
  }
  return page.orderBy('f.shared_at', 'desc').orderBy('f.share_id', 'desc').limit(sql.lit(limit)).execute()
}

export const statesOfShares = (tx: Transaction, shareIds: readonly string[]) =>
  tx
    .selectFrom('coverage_index')
    .select(['share_id', 'state', 'verdict', 'ends_on'])
    .where(sql<boolean>`share_id = any(${[...shareIds]}::uuid[])`)
    .orderBy('state')
    .execute()

type NewerCertificate = Record<'share_id' | 'newer_id', Row<'document_shares'>['id']>

/** The newest certificate of the record that is for every state of an older one, and isn't refused or revoked. */
export async function newerCertificates(
  tx: Transaction,
  businessId: string,
  recordId: string,
  shareIds: readonly string[],
): Promise<NewerCertificate[]> {
  const { rows } = await sql<NewerCertificate>`
    select distinct on (o.id) o.id as share_id, n.id as newer_id
    from document_shares o
      join coverage_index i on i.business_id = ${businessId} and ${ofRecord(recordId)}
      join document_shares n on n.id = i.share_id and n.shared_at > o.shared_at
        and n.status in ('pending', 'verified')
    where o.id = any(${[...shareIds]}::uuid[])
      and not exists (
        select from coverage_index had where had.share_id = o.id
          and not exists (select from coverage_index has where has.share_id = n.id and has.state = had.state))
    order by o.id, n.shared_at desc, n.id`.execute(tx)
  return rows
}

export function decisionPage(
  tx: Transaction,
  businessId: string,
  recordId: string,
  position: Position | undefined,
  limit: number,
) {
  let page = tx
    .selectFrom('coverage_acceptances as a')
    .leftJoin('team_members as m', 'm.user_id', 'a.accepted_by')
    .select(['a.id', 'a.share_id', 'a.state', 'a.reason', 'a.accepted_on as on', 'a.until_on as until'])
    .select(['m.name as by', 'a.accepted_at', 'a.ended_at'])
    .where('a.business_id', '=', businessId)
    .where(
      sql<boolean>`exists (select from coverage_index i where i.share_id = a.share_id and ${ofRecord(recordId)})`,
    )
  if (position) {
    page = page.where(
      sql<boolean>`(a.accepted_at, a.id) < (${position[0]}::timestamptz, ${position[1]}::uuid)`,
    )
  }
  return page.orderBy('a.accepted_at', 'desc').orderBy('a.id', 'desc').limit(sql.lit(limit)).execute()
}
