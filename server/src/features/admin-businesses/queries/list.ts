import type { businessSorts, verifications } from '@exempta/contract/admin-businesses'
import type { BusinessStatus } from '@exempta/contract/businesses'
import type { businessTypes } from '@exempta/contract/limits'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import type { BusinessRow } from './businesses.ts'

export type BusinessSort = (typeof businessSorts)[number]
export type Direction = 'asc' | 'desc'
export type BusinessPosition = readonly [key: string | number, id: string]

export interface BusinessFilter {
  search?: string | undefined
  status?: BusinessStatus | undefined
  type?: (typeof businessTypes)[number] | undefined
  verification?: (typeof verifications)[number] | undefined
}

const keys = {
  name: { column: sql`lower(name)`, type: sql`text` },
  users: { column: sql`user_count`, type: sql`integer` },
  documents: { column: sql`documents_received`, type: sql`integer` },
  date: { column: sql`date_registered`, type: sql`timestamptz` },
} as const satisfies Record<BusinessSort, unknown>

const directions = {
  asc: { word: sql`asc`, comparison: sql`>` },
  desc: { word: sql`desc`, comparison: sql`<` },
} as const

export async function businessPage(
  tx: Transaction,
  { search, status, type, verification }: BusinessFilter,
  { sort, direction }: { sort: BusinessSort; direction: Direction },
  position: BusinessPosition | undefined,
  limit: number,
): Promise<(BusinessRow & { sort_name: string })[]> {
  const { column, type: keyType } = keys[sort]
  const { word, comparison } = directions[direction]
  const part = search && `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<BusinessRow & { sort_name: string }>`
    select *, lower(name) as sort_name from administered_businesses
    where true
      ${status ? sql`and status = ${status}` : sql``}
      ${type ? sql`and business_type = ${type}` : sql``}
      ${verification ? sql`and verified = ${verification === 'verified'}` : sql``}
      ${part ? sql`and (name ilike ${part} or email ilike ${part} or tax_id ilike ${part})` : sql``}
      ${position ? sql`and (${column}, id) ${comparison} (${position[0]}::${keyType}, ${position[1]}::uuid)` : sql``}
    order by ${column} ${word}, id ${word} limit ${limit}`.execute(tx)
  return rows
}
