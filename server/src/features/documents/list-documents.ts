import type { listDocuments as contract } from '@exempta/contract/documents'
import type { RouteParsed } from '@exempta/contract/route'
import { z } from 'zod'
import { type Call, personOf } from '../../platform/call.ts'
import { defineKeyset } from '../../platform/db/keyset.ts'
import type { Services } from '../../platform/services.ts'
import { namesSharedWith } from '../shares/index.ts'
import { asDocument } from './as-document.ts'
import { type DocumentPosition, documentPage } from './queries/list.ts'

type Query = RouteParsed<typeof contract>['query']

const byTime = z.tuple([z.iso.datetime(), z.uuid()])
const byName = z.tuple([z.string(), z.uuid()])

/** One list for each order: a cursor of one is no cursor of another. */
const lists = {
  newest: defineKeyset<DocumentPosition>('documents newest', byTime),
  oldest: defineKeyset<DocumentPosition>('documents oldest', byTime),
  name: defineKeyset<DocumentPosition>('documents name', byName),
  'name-down': defineKeyset<DocumentPosition>('documents name-down', byName),
}

export async function listDocuments(services: Services, call: Call, query: Query) {
  const person = personOf(call)
  const { cursor, limit, sort, search, status } = query
  const list = lists[sort]
  const after = list.read(cursor)
  const { rows, sharedWith } = await services.database.transact(
    person,
    async (tx) => {
      const rows = await documentPage(tx, person.id, { search, status }, sort, after, limit + 1)
      const ids = rows.map(({ id }) => id)
      return { rows, sharedWith: await namesSharedWith(tx, person.id, ids, services.clock.now()) }
    },
    { readOnly: true },
  )
  const { items, nextCursor } = list.page(rows, limit, (row) => [
    sort === 'newest' || sort === 'oldest' ? row.created_at.toISOString() : row.sort_name,
    row.id,
  ])
  return { items: items.map((row) => asDocument(row, sharedWith.get(row.id))), nextCursor }
}
