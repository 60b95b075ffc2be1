import type { listApplications as contract, JobApplication } from '@exempta/contract/applications'
import type { RouteParsed } from '@exempta/contract/route'
import { z } from 'zod'
import { type Call, personOf } from '../../platform/call.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Services } from '../../platform/services.ts'
import { asApplication } from './as-application.ts'
import { applicationPage } from './queries.ts'

const position = z.tuple([z.iso.datetime(), z.uuid()])
/** One list for each order: a cursor of one is no cursor of the other. */
const lists = {
  newest: defineKeyset('applications newest', position),
  oldest: defineKeyset('applications oldest', position),
}

export async function listApplications(
  { database }: Services,
  call: Call,
  { cursor, limit, sort, ...filter }: RouteParsed<typeof contract>['query'],
): Promise<{ items: JobApplication[]; nextCursor: string | null }> {
  const list = lists[sort]
  const after = list.read(cursor)
  const rows = await database.transact(
    personOf(call),
    (tx) => applicationPage(tx, filter, sort, after, limit + 1),
    { readOnly: true },
  )
  const { items, nextCursor } = list.page(rows, limit, (row) => [row.submitted_at.toISOString(), row.id])
  return { items: items.map(asApplication), nextCursor }
}
