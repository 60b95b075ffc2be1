import type { Role } from '@exempta/contract/people'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'

export interface NewUser {
  name: string
  email: string
  role: Role
  passwordHash: string
}

/** Undefined when the address is taken. */
export async function insertUser(tx: Transaction, user: NewUser, now: Date): Promise<string | undefined> {
  const inserted = await tx
    .insertInto('users')
    .values({ name: user.name, email: user.email, role: user.role, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return undefined
  await tx
    .insertInto('passwords')
    .values({ user_id: inserted.id, hash: user.passwordHash, changed_at: now })
    .execute()
  return inserted.id
}

export const findCredentials = (tx: Transaction, email: string) =>
  tx
    .selectFrom('users')
    .innerJoin('passwords', 'passwords.user_id', 'users.id')
    .leftJoin('two_factor', 'two_factor.user_id', 'users.id')
    .select(['users.id', 'users.role', 'users.status', 'passwords.hash', 'two_factor.enabled_at'])
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
