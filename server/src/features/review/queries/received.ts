import type { ReviewState } from '@exempta/contract/review'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { Row } from '../../../platform/db/schema.ts'

export type ReceivedRow = Row<'received_documents'>

export async function findReceived(
  tx: Transaction,
  businessId: string,
  ids: readonly string[],
): Promise<ReceivedRow[]> {
  return tx
    .selectFrom('received_documents')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::uuid[])`)
    .where('business_id', '=', businessId)
    .orderBy('shared_at')
    .orderBy('id')
    .execute()
}

/** Locks the shares so that nobody else can review, revoke or replace them. */
export async function lockReceived(
  tx: Transaction,
  businessId: string,
  ids: readonly string[],
): Promise<void> {
  await tx
    .selectFrom('document_shares')
    .select('id')
    .where('id', 'in', ids)
    .where('business_id', '=', businessId)
    .where('status', '<>', 'revoked')
    .orderBy('id')
    .forUpdate()
    .execute()
}

export interface Review {
  status: ReviewState
  reviewer: { personId: string | null; keyId: string | null }
  reviewedAt: Date | null
  rejectReason: string | null
  isByRules?: boolean
  /** What the reviewer looked at, by share. */
  seenIn?: ReadonlyMap<string, readonly string[]>
}

/** Each share has its own, in the one statement that reviews them all. */
const seenOf = (ids: readonly string[], seenIn: Review['seenIn']) => {
  const seen = ids.map((id) => ({ id, seen: seenIn?.get(id) ?? [] }))
  return sql<string[]>`(
    select coalesce(array_agg(what), '{}') from jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) n (id uuid, seen jsonb),
      jsonb_array_elements_text(n.seen) what where n.id = document_shares.id)`
}

export async function updateReview(
  tx: Transaction,
  ids: readonly string[],
  { status, reviewer, reviewedAt, rejectReason, isByRules = false, seenIn }: Review,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('document_shares')
    .set({
      status,
      reviewed_by: reviewer.personId,
      reviewed_by_key: reviewer.keyId,
      reviewed_at: reviewedAt,
      reject_reason: rejectReason,
      reviewed_by_rules: isByRules,
      seen_in_review: seenOf(ids, seenIn),
      updated_at: now,
    })
    .where('id', 'in', ids)
    .execute()
}

export const listPageSizes = (tx: Transaction, documentId: string, version: number) =>
  tx
    .selectFrom('document_pages')
    .select(['page', 'width', 'height'])
    .where('document_id', '=', documentId)
    .where('version', '=', version)
    .orderBy('page')
    .execute()

/** Returns undefined unless the person is an active member of the business. */
export const findColleague = (
  tx: Transaction,
  businessId: string,
  personId: string,
): Promise<{ name: string } | undefined> =>
  tx
    .selectFrom('team_members')
    .select('name')
    .where('business_id', '=', businessId)
    .where('user_id', '=', personId)
    .where('status', '=', 'active')
    .executeTakeFirst()

export async function updateAssignee(
  tx: Transaction,
  ids: readonly string[],
  personId: string | null,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('document_shares')
    .set({ assigned_to: personId, updated_at: now })
    .where('id', 'in', ids)
    .execute()
}

/** Null while the business uses the product's own reasons. */
export async function findRejectReasons(tx: Transaction, businessId: string): Promise<string[] | null> {
  const row = await tx
    .selectFrom('businesses')
    .select('reject_reasons')
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow()
  return row.reject_reasons
}

export async function updateRejectReasons(
  tx: Transaction,
  businessId: string,
  reasons: readonly string[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable('businesses')
    .set({ reject_reasons: [...reasons], updated_at: now })
    .where('id', '=', businessId)
    .execute()
}
