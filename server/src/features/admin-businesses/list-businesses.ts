import type { Business, listBusinesses as contract } from '@exempta/contract/admin-businesses'
import type { RouteParsed } from '@exempta/contract/route'
import { z } from 'zod'
import { type Call, personOf } from '../../platform/call.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Services } from '../../platform/services.ts'
import { asBusiness } from './as-business.ts'
import type { BusinessRow } from './queries/businesses.ts'
import { type BusinessPosition, type BusinessSort, businessPage, type Direction } from './queries/list.ts'

const keys = {
  name: { schema: z.string(), of: (row: BusinessRow & { sort_name: string }) => row.sort_name },
  users: { schema: z.int(), of: (row: BusinessRow) => row.user_count },
  documents: { schema: z.int(), of: (row: BusinessRow) => row.documents_received },
  date: { schema: z.iso.datetime(), of: (row: BusinessRow) => row.date_registered.toISOString() },
} as const

/** One list for each order: a cursor of one is no cursor of another. */
const listOf = (sort: BusinessSort, direction: Direction) =>
  defineKeyset<BusinessPosition>(`businesses ${sort} ${direction}`, z.tuple([keys[sort].schema, z.uuid()]))

export async function listBusinesses(
  { database }: Services,
  call: Call,
  { cursor, limit, sort, direction, ...filter }: RouteParsed<typeof contract>['query'],
): Promise<{ items: Business[]; nextCursor: string | null }> {
  const list = listOf(sort, direction)
  const after = list.read(cursor)
  const rows = await database.transact(
    personOf(call),
    (tx) => businessPage(tx, filter, { sort, direction }, after, limit + 1),
    { readOnly: true },
  )
  const { items, nextCursor } = list.page(rows, limit, (row) => [keys[sort].of(row), row.id])
  return { items: items.map(asBusiness), nextCursor }
}
