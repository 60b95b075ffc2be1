import type { PageQuery } from '@exempta/contract/paging'
import type { TeamMember } from '@exempta/contract/team'
import { z } from 'zod'
import { type Call, type MemberActor, memberOf } from '../../platform/call.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Services } from '../../platform/services.ts'
import { requireMember } from '../businesses/index.ts'
import { type MemberRow, memberPage } from './queries.ts'

const lastAddedFirst = defineKeyset('team', z.tuple([z.iso.datetime(), z.uuid()]))

export async function listMembers(services: Services, call: Call, { cursor, limit }: PageQuery) {
  const member = memberOf(call)
  const before = lastAddedFirst.read(cursor)
  const rows = await services.database.transact(
    member,
    async (tx) => memberPage(tx, (await requireMember(tx, member)).businessId, before, limit + 1),
    { readOnly: true },
  )
  const { items, nextCursor } = lastAddedFirst.page(rows, limit, (row) => [
    row.date_added.toISOString(),
    row.id,
  ])
  return { items: items.map((row) => asMember(row, member)), nextCursor }
}

export const asMember = (row: MemberRow, asker: MemberActor): TeamMember => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  status: row.status,
  addedAt: row.date_added.toISOString(),
  lastActiveAt: row.last_active?.toISOString() ?? null,
  isSelf: row.user_id === asker.id,
})
