import type { ApiAccessRequest, listApiAccess as contract } from '@exempta/contract/api-access'
import type { RouteParsed } from '@exempta/contract/route'
import { z } from 'zod'
import { type Call, personOf } from '../../platform/call.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Services } from '../../platform/services.ts'
import { asRequest } from './as-api-access.ts'
import { requestPage } from './queries/access.ts'

const lastFirst = defineKeyset('API access', z.tuple([z.iso.datetime(), z.uuid()]))

export async function listApiAccess(
  { clock, database }: Services,
  call: Call,
  { cursor, limit, ...filter }: RouteParsed<typeof contract>['query'],
): Promise<{ items: ApiAccessRequest[]; nextCursor: string | null }> {
  const before = lastFirst.read(cursor)
  const rows = await database.transact(
    personOf(call),
    (tx) => requestPage(tx, filter, before, limit + 1, clock.now()),
    { readOnly: true },
  )
  const { items, nextCursor } = lastFirst.page(rows, limit, (row) => [
    row.requested_at.toISOString(),
    row.business_id,
  ])
  return { items: items.map(asRequest), nextCursor }
}
