import type { Role, UserStatus } from '@exempta/contract/people'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/db/database.ts'

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
    .select(['users.id', 'users.name', 'users.email', 'users.role', 'users.status', 'passwords.hash'])
    .where('users.email', '=', email)
    .executeTakeFirst()

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

export interface SessionRow {
  id: string
  created_at: Date
  last_seen_at: Date
  user_id: string
  name: string
  email: string
  role: Role
  status: UserStatus
}

/** One indexed look-up, on every request. */
export const findSession = (database: Database, tokenHash: Buffer): Promise<SessionRow | undefined> =>
  database.lookUp<SessionRow>('find_session', tokenHash)

export interface NewSession {
  tokenHash: Buffer
  userId: string
  ip: string | null
  userAgent: string | null
}

export async function insertSession(tx: Transaction, session: NewSession, now: Date): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      ip: session.ip,
      user_agent: session.userAgent?.slice(0, 400) ?? null,
      created_at: now,
      last_seen_at: now,
    })
    .execute()
  await tx.updateTable('users').set({ last_login_at: now }).where('id', '=', session.userId).execute()
}

/** Undefined when there was none. */
export const deleteSession = (tx: Transaction, tokenHash: Buffer) =>
  tx
    .deleteFrom('sessions')
    .where('token_hash', '=', tokenHash)
    .returning(['id', 'user_id'])
    .executeTakeFirst()

export type LinkPurpose = 'set-up'

export async function replaceLink(
  tx: Transaction,
  link: { tokenHash: Buffer; purpose: LinkPurpose; expiresAt: Date },
  now: Date,
): Promise<void> {
  await tx.deleteFrom('one_time_links').where('purpose', '=', link.purpose).execute()
  await tx
    .insertInto('one_time_links')
    .values({
      token_hash: link.tokenHash,
      purpose: link.purpose,
      created_at: now,
      expires_at: link.expiresAt,
    })
    .execute()
}

/** Uses the link up: of two callers with the same link only one gets true. */
export async function takeLink(
  tx: Transaction,
  link: { tokenHash: Buffer; purpose: LinkPurpose },
  now: Date,
): Promise<boolean> {
  const taken = await tx
    .deleteFrom('one_time_links')
    .where('token_hash', '=', link.tokenHash)
    .where('purpose', '=', link.purpose)
    .where('expires_at', '>', now)
    .returning('token_hash')
    .executeTakeFirst()
  return taken !== undefined
}
