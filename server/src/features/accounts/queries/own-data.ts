import type { Transaction } from '../../../platform/db/database.ts'

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

/** When each browser was last signed in with; the browsers themselves are known by a hash alone. */
export const listBrowserData = (tx: Transaction, userId: string) =>
  tx
    .selectFrom('known_devices')
    .select('last_used_at as lastUsedAt')
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .execute()
