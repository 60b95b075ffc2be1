import type { BusinessMember } from '@exempta/contract/admin-businesses'
import type { PageQuery } from '@exempta/contract/paging'
import { z } from 'zod'
import { AppError } from '../../platform/app-error.ts'
import { type Call, type PersonActor, personOf } from '../../platform/call.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Services } from '../../platform/services.ts'
import { findBusiness } from './queries/businesses.ts'
import { findMember, type MemberRow, memberPage } from './queries/members.ts'

const lastAddedFirst = defineKeyset('members of a business', z.tuple([z.iso.datetime(), z.uuid()]))

export async function listMembers(
  { database }: Services,
  call: Call,
  { id, cursor, limit }: PageQuery & { id: string },
): Promise<{ items: BusinessMember[]; nextCursor: string | null }> {
  const before = lastAddedFirst.read(cursor)
  const rows = await database.transact(
    personOf(call),
    async (tx) => {
      if (!(await findBusiness(tx, id))) throw new AppError('not-found')
      return memberPage(tx, id, before, limit + 1)
    },
    { readOnly: true },
  )
  const { items, nextCursor } = lastAddedFirst.page(rows, limit, (row) => [
    row.date_added.toISOString(),
    row.id,
  ])
  return { items: items.map(asMember), nextCursor }
}

export async function readMember(
  { database }: Services,
  admin: PersonActor,
  which: { id: string } | { user_id: string },
): Promise<BusinessMember> {
  const row = await database.transact(admin, (tx) => findMember(tx, which), { readOnly: true })
  if (!row) throw new AppError('not-found')
  return asMember(row)
}

const asMember = (row: MemberRow): BusinessMember => ({
  id: row.id,
  userId: row.user_id,
  name: row.name,
  email: row.email,
  role: row.role,
  status: row.status,
  accountStatus: row.account_status,
  addedAt: row.date_added.toISOString(),
  lastActiveAt: row.last_active?.toISOString() ?? null,
  version: row.version,
})
