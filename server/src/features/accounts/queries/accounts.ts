import type { Role, UserStatus } from '@exempta/contract/people'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

export interface NewUser {
  name: string
  email: string
  role: Role
  isEmailVerified: boolean
}

/** Returns undefined if the address is taken. */
export async function insertUser(tx: Transaction, user: NewUser, now: Date): Promise<string | undefined> {
  const { isEmailVerified, ...row } = user
  const inserted = await tx
    .insertInto('users')
    .values({ ...row, email_verified_at: isEmailVerified ? now : null, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

export async function insertGuest(
  tx: Transaction,
  guest: { id: string; name: string; email: string },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('users')
    .values({ ...guest, role: 'user', status: 'guest', created_at: now, updated_at: now })
    .execute()
}

export async function setStatus(tx: Transaction, id: string, status: UserStatus, now: Date): Promise<void> {
  await tx.updateTable('users').set({ status, updated_at: now }).where('id', '=', id).execute()
}

export const findByAddress = (tx: Transaction, email: string) =>
  tx.selectFrom('users').select(['id', 'status']).where('email', '=', email).executeTakeFirst()

export async function upsertPassword(
  tx: Transaction,
  userId: string,
  password: { hash: string; isTemporary: boolean },
  now: Date,
): Promise<void> {
  const row = { hash: password.hash, is_temporary: password.isTemporary, changed_at: now }
  await tx
    .insertInto('passwords')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

/**
 * Everything that opens an account, or changes how it is opened, locks the person's row first, so that no
 * session can start with a password that is being replaced.
 */
export const lockPerson = (tx: Transaction, userId: string) =>
  tx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role', 'status'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()

export type LockedPerson = NonNullable<Awaited<ReturnType<typeof lockPerson>>>

export async function findPersonId(tx: Transaction, email: string): Promise<string | undefined> {
  const row = await tx.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return row?.id
}

export const findCredentials = (tx: Transaction, email: string) =>
  tx
    .selectFrom('users')
    .innerJoin('passwords', 'passwords.user_id', 'users.id')
    .select(['users.id', 'users.role', 'users.status'])
    .select(['passwords.hash', 'passwords.is_temporary', 'passwords.changed_at'])
    .where('users.email', '=', email)
    .executeTakeFirst()

export async function findPasswordHash(tx: Transaction, userId: string): Promise<string | undefined> {
  const row = await tx.selectFrom('passwords').select('hash').where('user_id', '=', userId).executeTakeFirst()
  return row?.hash
}

// Arbitrary id of the advisory lock for creating the first administrator.
const firstAdministratorLock = 6_118_204

/** Makes other processes that start at the same time wait until this transaction ends. */
export async function lockFirstAdministrator(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${firstAdministratorLock})`.execute(tx)
}

export async function hasAdministrator(tx: Transaction): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

// Arbitrary id of the advisory lock for reducing the number of administrators.
const administratorsLock = 6_118_205

/** Until this transaction ends, nobody else can check whether an administrator would be left. */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${administratorsLock})`.execute(tx)
}

const activeAdministrators = (tx: Transaction) =>
  tx.selectFrom('users').select('id').where('role', '=', 'admin').where('status', '=', 'active').limit(1)

export const isActiveAdministrator = async (tx: Transaction, userId: string): Promise<boolean> =>
  (await activeAdministrators(tx).where('id', '=', userId).executeTakeFirst()) !== undefined

export const hasOtherAdministrator = async (tx: Transaction, userId: string): Promise<boolean> =>
  (await activeAdministrators(tx).where('id', '!=', userId).executeTakeFirst()) !== undefined

export const findAccountData = (tx: Transaction, userId: string) =>
  tx
    .selectFrom('users as u')
    .leftJoin('passwords as p', 'p.user_id', 'u.id')
    .leftJoin('two_factor as t', 't.user_id', 'u.id')
    .select([
      'u.id',
      'u.name',
      'u.email',
      'u.role',
      'u.status',
      'u.created_at as memberSince',
      'u.email_verified_at as emailVerifiedAt',
      'u.name_confirmed_at as nameConfirmedAt',
      'u.last_login_at as lastLoginAt',
      'p.changed_at as passwordChangedAt',
      't.enabled_at as twoFactorEnabledAt',
    ])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()

export const listSessionData = (tx: Transaction, userId: string) =>
  tx
    .selectFrom('sessions')
    .select(['created_at as startedAt', 'last_seen_at as lastSeenAt', 'ip', 'user_agent as userAgent'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()

export const listPasskeyData = (tx: Transaction, userId: string) =>
  tx
    .selectFrom('passkeys')
    .select(['name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()

/** When each browser last logged in; the browsers themselves are known only by a hash. */
export const listBrowserData = (tx: Transaction, userId: string) =>
  tx
    .selectFrom('known_devices')
    .select('last_used_at as lastUsedAt')
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .execute()
