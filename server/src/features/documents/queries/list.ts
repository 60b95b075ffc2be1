import type { DocumentStatus } from '@exempta/contract/documents'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { DocumentRow } from './documents.ts'

export type DocumentSort = 'newest' | 'oldest' | 'name' | 'name-down'

export interface DocumentFilter {
  search?: string | undefined
  status?: DocumentStatus | undefined
}

export type DocumentPosition = readonly [key: string, id: string]

/** Each order has an index that begins with the owner, so a page is read from it and nothing is sorted. */
const orders = {
  newest: {
    order: sql`created_at desc, id desc`,
    after: (key: string, id: string) => sql`(created_at, id) < (${key}::timestamptz, ${id}::uuid)`,
  },
  oldest: {
    order: sql`created_at, id`,
    after: (key: string, id: string) => sql`(created_at, id) > (${key}::timestamptz, ${id}::uuid)`,
  },
  name: {
    order: sql`lower(name), id`,
    after: (key: string, id: string) => sql`(lower(name), id) > (${key}::text, ${id}::uuid)`,
  },
  'name-down': {
    order: sql`lower(name) desc, id desc`,
    after: (key: string, id: string) => sql`(lower(name), id) < (${key}::text, ${id}::uuid)`,
  },
} as const

export async function documentPage(
  tx: Transaction,
  ownerId: string,
  { search, status }: DocumentFilter,
  sort: DocumentSort,
  position: DocumentPosition | undefined,
  limit: number,
): Promise<(DocumentRow & { sort_name: string })[]> {
  const { order, after } = orders[sort]
  const { rows } = await sql<DocumentRow & { sort_name: string }>`
    select *, lower(name) as sort_name from documents
    where owner_id = ${ownerId}
      ${status ? sql`and status = ${status}` : sql``}
      ${search ? sql`and name ilike ${containing(search)}` : sql``}
      ${position ? sql`and ${after(...position)}` : sql``}
    order by ${order} limit ${limit}`.execute(tx)
  return rows
}

const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`
