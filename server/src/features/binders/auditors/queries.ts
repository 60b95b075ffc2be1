import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export async function insertGrant(tx: Transaction, row: NewRow<'auditor_grants'>): Promise<void> {
  await tx.insertInto('auditor_grants').values(row).execute()
}

export type AuditorRow = Row<'binder_auditors'>

/** Newest first. */
export const listGrants = (tx: Transaction, binderId: string): Promise<AuditorRow[]> =>
  tx
    .selectFrom('binder_auditors')
    .selectAll()
    .where('binder_id', '=', binderId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Returns false if there is no such access that goes on. */
export async function endGrant(
  tx: Transaction,
  { binderId, grantId, at }: { binderId: string; grantId: string; at: Date },
): Promise<boolean> {
  const row = await tx
    .updateTable('auditor_grants')
    .set({ revoked_at: at })
    .where('id', '=', grantId)
    .where('binder_id', '=', binderId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

const isLive = (now: Date) => sql<boolean>`(
  g.revoked_at is null and g.expires_at > ${now} and b.expires_at > ${now} and o.status = 'active')`

/** With their binder and business. */
const grants = (tx: Transaction) =>
  tx
    .selectFrom('auditor_grants as g')
    .innerJoin('binders as b', 'b.id', 'g.binder_id')
    .innerJoin('businesses as o', 'o.id', 'g.business_id')

const access = [
  'g.id',
  'g.email',
  'g.expires_at',
  'g.business_id',
  'g.code_sent_at',
  'g.binder_id',
  'o.name as business_name',
] as const

export const findLiveGrant = (tx: Transaction, tokenHash: Buffer, now: Date) =>
  grants(tx).select(access).where('g.token_hash', '=', tokenHash).where(isLive(now)).executeTakeFirst()

/** An access that goes on. */
export type LiveGrant = NonNullable<Awaited<ReturnType<typeof findLiveGrant>>>

/** The access of a browser in which the address was confirmed, whether or not it goes on. */
export const findViewer = (
  tx: Transaction,
  { tokenHash, grantId, now }: { tokenHash: Buffer; grantId: string; now: Date },
) =>
  grants(tx)
    .innerJoin('auditor_viewers as v', 'v.grant_id', 'g.id')
    .select(access)
    .select(isLive(now).as('isLive'))
    .where('v.token_hash', '=', tokenHash)
    .where('g.id', '=', grantId)
    .where('v.expires_at', '>', now)
    .executeTakeFirst()

/** Undefined if it was deleted meanwhile. */
export const findBinderOf = (
  tx: Transaction,
  { binder_id }: LiveGrant,
): Promise<Row<'binders'> | undefined> =>
  tx.selectFrom('binders').selectAll().where('id', '=', binder_id).executeTakeFirst()

export async function noteSeen(tx: Transaction, id: string, at: Date): Promise<void> {
  await tx.updateTable('auditor_grants').set({ last_seen_at: at }).where('id', '=', id).execute()
}

/** Returns false and changes nothing while the last code is newer than `sentBefore`. */
export async function replaceCode(
  tx: Transaction,
  id: string,
  code: { code_hash: Buffer; code_sent_at: Date; code_expires_at: Date },
  sentBefore: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('auditor_grants')
    .set({ ...code, code_attempts: 0 })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('code_sent_at', 'is', null), eb('code_sent_at', '<=', sentBefore)]))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Counts the attempt before the code is compared, so that parallel requests cannot share one attempt. */
export async function countAttempt(
  tx: Transaction,
  id: string,
  attemptsMax: number,
  now: Date,
): Promise<Buffer | null> {
  const row = await tx
    .updateTable('auditor_grants')
    .set((grant) => ({ code_attempts: grant('code_attempts', '+', 1) }))
    .where('id', '=', id)
    .where('code_attempts', '<', attemptsMax)
    .where('code_expires_at', '>', now)
    .returning('code_hash')
    .executeTakeFirst()
  return row?.code_hash ?? null
}

/** Returns false if the code was used meanwhile. */
export async function takeCode(tx: Transaction, id: string, codeHash: Buffer): Promise<boolean> {
  const row = await tx
    .updateTable('auditor_grants')
    .set({ code_hash: null, code_expires_at: null })
    .where('id', '=', id)
    .where('code_hash', '=', codeHash)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function insertViewer(tx: Transaction, viewer: NewRow<'auditor_viewers'>): Promise<void> {
  await tx.insertInto('auditor_viewers').values(viewer).execute()
}

export async function deleteViewer(tx: Transaction, tokenHash: Buffer, grantId: string): Promise<void> {
  await tx
    .deleteFrom('auditor_viewers')
    .where('token_hash', '=', tokenHash)
    .where('grant_id', '=', grantId)
    .execute()
}

/** Removes what ended before, and browsers whose hour is over. */
export async function deleteEnded(
  tx: Transaction,
  { endedBefore, now }: { endedBefore: Date; now: Date },
): Promise<void> {
  await tx.deleteFrom('auditor_viewers').where('expires_at', '<=', now).execute()
  await tx.deleteFrom('auditor_grants').where(sql`least(expires_at, revoked_at)`, '<=', endedBefore).execute()
}

/** Whom the person invited. */
export const grantsBy = (tx: Transaction, personId: string, after: string | undefined, limit: number) =>
  tx
    .selectFrom('auditor_grants')
    .select(['id', 'binder_id as binderId', 'email', 'created_at as createdAt', 'expires_at as expiresAt'])
    .select(['revoked_at as revokedAt', 'last_seen_at as lastSeenAt'])
    .where('created_by', '=', personId)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Invitations to a confirmed address of the person. */
export const grantsFor = (tx: Transaction, personId: string, after: string | undefined, limit: number) =>
  grants(tx)
    .innerJoin('users as u', (join) =>
      join.onRef('u.email', '=', 'g.email').on('u.email_verified_at', 'is not', null),
    )
    .select([
      'g.id',
      'o.name as business',
      'b.state',
      'g.created_at as createdAt',
      'g.expires_at as expiresAt',
    ])
    .select(['g.revoked_at as revokedAt', 'g.last_seen_at as lastSeenAt'])
    .where('u.id', '=', personId)
    .$if(after !== undefined, (query) => query.where('g.id', '>', after ?? ''))
    .orderBy('g.id')
    .limit(sql.lit(limit))
    .execute()

export type OwnGrant = Awaited<ReturnType<typeof grantsFor>>[number]

export async function deleteGrantsFor(tx: Transaction, personId: string): Promise<void> {
  await sql`
    delete from auditor_grants g using users u
    where u.id = ${personId} and u.email = g.email and u.email_verified_at is not null`.execute(tx)
}
