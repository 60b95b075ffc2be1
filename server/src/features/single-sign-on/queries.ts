import { administratorsProviderId } from '@exempta/contract/single-sign-on'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/db/database.ts'
import type { Row } from '../../platform/db/schema.ts'

export type ProviderRow = Row<'sign_on_providers'>

export const findProvider = (tx: Transaction, id: string): Promise<ProviderRow | undefined> =>
  tx.selectFrom('sign_on_providers').selectAll().where('id', '=', id).executeTakeFirst()

/** Until the transaction ends, nobody else can change it. */
export const lockProvider = (tx: Transaction, id: string): Promise<ProviderRow | undefined> =>
  tx.selectFrom('sign_on_providers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** What the settings form changes. */
export type Connection = Pick<
  ProviderRow,
  'issuer' | 'client_id' | 'domains' | 'group_claim' | 'manager_groups' | 'viewer_groups'
>

export async function insertProvider(
  tx: Transaction,
  row: Connection & { id: string; business_id: string | null },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('sign_on_providers')
    .values({ ...row, created_at: now, updated_at: now })
    .execute()
}

export async function updateProvider(
  tx: Transaction,
  { id, version }: ProviderRow,
  change: Partial<Connection & Pick<ProviderRow, 'is_on' | 'is_required' | 'emergency_user_id' | 'tried_at'>>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('sign_on_providers')
    .set({ ...change, version: version + 1, updated_at: now })
    .where('id', '=', id)
    .execute()
}

/** Only if the connection is still the one that was tried. */
export async function noteTrial(tx: Transaction, id: string, version: number, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('sign_on_providers')
    .set({ tried_at: now })
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteProvider(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('sign_on_providers').where('id', '=', id).execute()
}

/** Of active businesses, and of the administrators. */
export const listProvidersOf = (tx: Transaction, domain: string) =>
  tx
    .selectFrom('sign_on_providers as o')
    .leftJoin('businesses as b', 'b.id', 'o.business_id')
    .select(['o.id', 'b.name'])
    .where('o.is_on', '=', true)
    .where(sql<boolean>`o.domains @> array[${domain}]::text[]`)
    .where((row) => row.or([row('o.id', '=', administratorsProviderId), row('b.status', '!=', 'inactive')]))
    .orderBy('b.name')
    .limit(10)
    .execute()

/** Managers who could still log in with a password if the company's account were required. */
export const listEmergencyCandidates = (tx: Transaction, businessId: string) =>
  tx
    .selectFrom('business_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('passwords as p', 'p.user_id', 'u.id')
    .select(['u.id', 'u.name', 'u.email'])
    .where('m.business_id', '=', businessId)
    .where('m.role', '=', 'manager')
    .where('m.status', '=', 'active')
    .where('u.status', '=', 'active')
    .where('u.email_verified_at', 'is not', null)
    .orderBy('u.name')
    .orderBy('u.id')
    .limit(100)
    .execute()

/** The domains at which a manager has a confirmed address: proof that the business may speak for them. */
export async function listManagerDomains(tx: Transaction, businessId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('business_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(sql<string>`lower(split_part(u.email::text, '@', 2))`.as('domain'))
    .distinct()
    .where('m.business_id', '=', businessId)
    .where('m.role', '=', 'manager')
    .where('m.status', '=', 'active')
    .where('u.status', '=', 'active')
    .where('u.email_verified_at', 'is not', null)
    .execute()
  return rows.map(({ domain }) => domain)
}

export async function listTeam(tx: Transaction, businessId: string) {
  return tx
    .selectFrom('business_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id as id', 'm.role', 'm.status', 'u.email'])
    .where('m.business_id', '=', businessId)
    .execute()
}

export const findBusinessName = async (tx: Transaction, id: string): Promise<string | undefined> =>
  (await tx.selectFrom('businesses').select('name').where('id', '=', id).executeTakeFirst())?.name

export type NewAttempt = Row<'sign_on_attempts'>

export async function insertAttempt(tx: Transaction, attempt: NewAttempt): Promise<void> {
  await tx.insertInto('sign_on_attempts').values(attempt).execute()
}

/** Uses the attempt up: of two calls with the same state, only one finds it. */
export const takeAttempt = (
  tx: Transaction,
  attempt: Pick<NewAttempt, 'state_hash' | 'browser_hash' | 'provider_id'>,
  now: Date,
): Promise<NewAttempt | undefined> =>
  tx
    .deleteFrom('sign_on_attempts')
    .where('state_hash', '=', attempt.state_hash)
    .where('browser_hash', '=', attempt.browser_hash)
    .where('provider_id', '=', attempt.provider_id)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()

/** Returns false if the token was used before. */
export async function noteLogout(tx: Transaction, row: Row<'sign_on_logouts'>): Promise<boolean> {
  const inserted = await tx
    .insertInto('sign_on_logouts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('token_hash')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function deleteOver(tx: Transaction, now: Date): Promise<void> {
  await tx.deleteFrom('sign_on_attempts').where('expires_at', '<=', now).execute()
  await tx.deleteFrom('sign_on_logouts').where('expires_at', '<=', now).execute()
}

export interface Identity {
  providerId: string
  issuer: string
  subject: string
}

export async function findLinked(tx: Transaction, { providerId, issuer, subject }: Identity) {
  const row = await tx
    .selectFrom('sign_on_identities')
    .select('user_id')
    .where('provider_id', '=', providerId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id
}

/** Returns false if the person is linked to another account of the company. */
export async function linkIdentity(
  tx: Transaction,
  { providerId, issuer, subject }: Identity,
  userId: string,
  now: Date,
): Promise<boolean> {
  const row = await tx
    .insertInto('sign_on_identities')
    .values({
      provider_id: providerId,
      issuer,
      subject,
      user_id: userId,
      created_at: now,
      last_used_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function noteUse(tx: Transaction, providerId: string, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('sign_on_identities')
    .set({ last_used_at: now })
    .where('provider_id', '=', providerId)
    .where('user_id', '=', userId)
    .execute()
}

export const findPersonByAddress = (tx: Transaction, email: string) =>
  tx
    .selectFrom('users as u')
    .leftJoin('business_users as m', 'm.user_id', 'u.id')
    .select(['u.id', 'u.email', 'u.role', 'u.status', 'u.email_verified_at', 'm.business_id'])
    .where('u.email', '=', email)
    .executeTakeFirst()

export const findMembership = (tx: Transaction, userId: string) =>
  tx
    .selectFrom('business_users as m')
    .innerJoin('businesses as b', 'b.id', 'm.business_id')
    .select(['m.id', 'm.user_id', 'm.business_id', 'm.role', 'm.status', 'b.name as business'])
    .where('m.user_id', '=', userId)
    .executeTakeFirst()

export const listIdentityData = (tx: Transaction, userId: string) =>
  tx
    .selectFrom('sign_on_identities as i')
    .innerJoin('sign_on_providers as o', 'o.id', 'i.provider_id')
    .leftJoin('businesses as b', 'b.id', 'o.business_id')
    .select(['b.name as business', 'i.issuer', 'i.subject'])
    .select(['i.created_at as linkedAt', 'i.last_used_at as lastUsedAt'])
    .where('i.user_id', '=', userId)
    .orderBy('i.created_at')
    .execute()
