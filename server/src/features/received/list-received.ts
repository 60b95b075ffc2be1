import type { listReceived as contract, ReceivedDocument } from '@exempta/contract/received'
import type { RouteParsed } from '@exempta/contract/route'
import { z } from 'zod'
import { type Call, memberOf } from '../../platform/call.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Services } from '../../platform/services.ts'
import { requireMember } from '../businesses/index.ts'
import { asReceived } from './as-received.ts'
import { receivedPage } from './queries/page.ts'

const position = z.tuple([z.iso.datetime(), z.uuid()])
/** One list for each order: a cursor of one is no cursor of the other. */
const lists = {
  newest: defineKeyset('received newest', position),
  oldest: defineKeyset('received oldest', position),
}

export async function listReceived(
  { database }: Services,
  call: Call,
  { cursor, limit, sort, ...filter }: RouteParsed<typeof contract>['query'],
): Promise<{ items: ReceivedDocument[]; nextCursor: string | null }> {
  const member = memberOf(call)
  const list = lists[sort]
  const after = list.read(cursor)
  const rows = await database.transact(
    member,
    async (tx) => {
      const { businessId } = await requireMember(tx, member)
      return receivedPage(tx, businessId, filter, sort, after, limit + 1)
    },
    { readOnly: true },
  )
  const { items, nextCursor } = list.page(rows, limit, (row) => [row.shared_at.toISOString(), row.id])
  return { items: items.map(asReceived), nextCursor }
}
