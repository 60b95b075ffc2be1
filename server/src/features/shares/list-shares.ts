import type { RouteParsed } from '@exempta/contract/route'
import type { listShares as contract, Share } from '@exempta/contract/shares'
import { z } from 'zod'
import { type Call, personOf } from '../../platform/call.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Services } from '../../platform/services.ts'
import { asShare } from './as-share.ts'
import { sharePage } from './queries/list.ts'

const lastSharedFirst = defineKeyset('shares', z.tuple([z.iso.datetime(), z.uuid()]))

export async function listShares(
  { clock, database }: Services,
  call: Call,
  { cursor, limit, ...filter }: RouteParsed<typeof contract>['query'],
): Promise<{ items: Share[]; nextCursor: string | null }> {
  const person = personOf(call)
  const now = clock.now()
  const before = lastSharedFirst.read(cursor)
  const rows = await database.transact(
    person,
    (tx) => sharePage(tx, person.id, filter, before, limit + 1, now),
    { readOnly: true },
  )
  const page = lastSharedFirst.page(rows, limit, (row) => [row.shared_at.toISOString(), row.id])
  return { items: page.items.map((row) => asShare(row, now)), nextCursor: page.nextCursor }
}
