import type { RouteParsed } from '@exempta/contract/route'
import type { listUsers as contract, User } from '@exempta/contract/users'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { type Call, type PersonActor, personOf } from '../../platform/call.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Services } from '../../platform/services.ts'
import { findUser, type UserPosition, type UserRow, userPage } from './queries.ts'

const byTime = z.tuple([z.iso.datetime(), z.uuid()])
const byName = z.tuple([z.string(), z.uuid()])

/** One list for each order: a cursor of one is no cursor of another. */
const lists = {
  newest: defineKeyset<UserPosition>('users newest', byTime),
  oldest: defineKeyset<UserPosition>('users oldest', byTime),
  name: defineKeyset<UserPosition>('users name', byName),
  'name-down': defineKeyset<UserPosition>('users name-down', byName),
}

export async function listUsers(
  { database }: Services,
  call: Call,
  { cursor, limit, sort, ...filter }: RouteParsed<typeof contract>['query'],
): Promise<{ items: User[]; nextCursor: string | null }> {
  const admin = personOf(call)
  const list = lists[sort]
  const after = list.read(cursor)
  const rows = await database.transact(admin, (tx) => userPage(tx, filter, sort, after, limit + 1), {
    readOnly: true,
  })
  const { items, nextCursor } = list.page(rows, limit, (row) => [
    sort === 'newest' || sort === 'oldest' ? row.created_at.toISOString() : row.sort_name,
    row.id,
  ])
  return { items: items.map((row) => asUser(row, admin)), nextCursor }
}

/** As it stands after a change. */
export async function readUser({ database }: Services, admin: PersonActor, id: string): Promise<User> {
  const row = await database.transact(admin, (tx) => findUser(tx, id), { readOnly: true })
  if (!row) throw new AppError('not-found')
  return asUser(row, admin)
}

const asUser = (row: UserRow, admin: PersonActor): User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  status: row.status,
  business:
    row.business_id !== null && row.business_name !== null && row.member_role !== null
      ? { id: row.business_id, name: row.business_name, role: row.member_role }
      : null,
  createdAt: row.created_at.toISOString(),
  lastLoginAt: row.last_login_at?.toISOString() ?? null,
  isSelf: row.id === admin.id,
  version: row.version,
})
