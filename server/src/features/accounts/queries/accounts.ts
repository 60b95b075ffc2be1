import type { Role } from '@exempta/contract/people'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

export interface NewUser {
  name: string
  email: string
  role: Role
  isEmailVerified: boolean
}

/** Undefined when the address is taken. */
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

export async function putPassword(
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
 * Whatever opens an account or changes what opens it takes the person's row first, so that the two never pass
 * each other: no session starts by a password that is being replaced.
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

// An arbitrary number: the advisory lock around the making of the first administrator.
const firstAdministratorLock = 6_118_204

/** Several processes may start at once; until this transaction ends, the others wait with the same question. */
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
