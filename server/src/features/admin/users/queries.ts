import type { userSorts } from '@exempta/contract/admin/users'
import type { MemberRole } from '@exempta/contract/businesses'
import type { Role, UserStatus } from '@exempta/contract/people'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { escapeLike } from '../../../platform/db/like.ts'
import type { Row } from '../../../platform/db/schema.ts'

export type UserRow = Row<'administered_users'>
export type UserSort = (typeof userSorts)[number]
export type UserPosition = readonly [key: string, id: string]

export interface UserFilter {
  search?: string | undefined
  role?: Role | undefined
  status?: UserStatus | undefined
}

/**
 * Each sort order has its index, alone and behind each filter, so a page costs the same for any number of
 * people.
 */
const orders = {
  newest: {
    order: [sql`created_at`, sql`id`],
    direction: 'desc',
    after: (key: string, id: string) => sql<boolean>`(created_at, id) < (${key}::timestamptz, ${id}::uuid)`,
  },
  oldest: {
    order: [sql`created_at`, sql`id`],
    direction: 'asc',
    after: (key: string, id: string) => sql<boolean>`(created_at, id) > (${key}::timestamptz, ${id}::uuid)`,
  },
  name: {
    order: [sql`lower(name)`, sql`id`],
    direction: 'asc',
    after: (key: string, id: string) => sql<boolean>`(lower(name), id) > (${key}::text, ${id}::uuid)`,
  },
  'name-down': {
    order: [sql`lower(name)`, sql`id`],
    direction: 'desc',
    after: (key: string, id: string) => sql<boolean>`(lower(name), id) < (${key}::text, ${id}::uuid)`,
  },
} as const satisfies Record<UserSort, unknown>

export async function userPage(
  tx: Transaction,
  { search, role, status }: UserFilter,
  sort: UserSort,
  position: UserPosition | undefined,
  limit: number,
): Promise<(UserRow & { sort_name: string })[]> {
  const { order, direction, after } = orders[sort]
  const found = search ? await findPeople(tx, search) : undefined
  let page = tx
    .selectFrom('administered_users')
    .selectAll()
    .select(({ fn }) => fn<string>('lower', ['name']).as('sort_name'))
  if (role) page = page.where('role', '=', role)
  if (status) page = page.where('status', '=', status)
  if (found) page = page.where(found)
  if (position) page = page.where(after(...position))
  for (const by of order) page = page.orderBy(by, direction)
  return page.limit(limit).execute()
}

// Texts with more matches than this are found quickly by scanning any order.
const lookedUpMax = 2000

/**
 * Returns a condition that lists the matching people if they are few, and otherwise tests each row during the
 * scan.
 */
export async function findPeople(tx: Transaction, search: string): Promise<RawBuilder<boolean>> {
  const part = escapeLike(search)
  const beginsWord = /^[\x20-\x7e]{1,2}$/.test(search)
  const { rows } = await sql<{ id: string }>`
    select id from find_people(${part}, ${beginsWord}, ${lookedUpMax + 1}) id`.execute(tx)
  if (rows.length <= lookedUpMax) return sql`id = any(${rows.map(({ id }) => id)}::uuid[])`
  return beginsWord
    ? sql`(name ilike ${`${part}%`} or name ilike ${`% ${part}%`}
        or email::text ilike ${`${part}%`} or email::text ilike ${`%@${part}%`})`
    : sql`(name ilike ${`%${part}%`} or email::text ilike ${`%${part}%`})`
}

export const findUser = (tx: Transaction, id: string): Promise<UserRow | undefined> =>
  tx.selectFrom('administered_users').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks the account against logins and changes. Returns undefined if it is being deleted. */
export const lockUser = (tx: Transaction, id: string) =>
  tx
    .selectFrom('users as u')
    .leftJoin('business_users as m', 'm.user_id', 'u.id')
    .select(['u.id', 'u.name', 'u.email', 'u.role', 'u.status', 'u.version', 'm.business_id'])
    .where('u.id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('account_erasures').select('user_id').where('user_id', '=', id))),
    )
    .forNoKeyUpdate('u')
    .executeTakeFirst()

export type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>

export async function saveUser(
  tx: Transaction,
  id: string,
  change: { name?: string; role?: Role; status: UserStatus },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...change, updated_at: now })
    .where('id', '=', id)
    .execute()
}

export async function deleteMembership(tx: Transaction, userId: string): Promise<void> {
  await tx.deleteFrom('business_users').where('user_id', '=', userId).execute()
}

export type Place = { businessId: string; memberRole: MemberRole } | { businessName: string }
