import type { BusinessStatus } from '@exempta/contract/businesses'
import type { businessSorts, verifications } from '@exempta/contract/businesses/administration'
import { businessTypes } from '@exempta/contract/businesses/limits'
import type { BusinessProfileChange } from '@exempta/contract/businesses/profile'
import { sql } from 'kysely'
import type { Transaction } from '../../../../platform/db/database.ts'
import { containing } from '../../../../platform/db/like.ts'
import type { Row } from '../../../../platform/db/schema.ts'

export type AdministeredBusiness = Row<'administered_businesses'>

export const findAdministeredBusiness = (
  tx: Transaction,
  id: string,
): Promise<AdministeredBusiness | undefined> =>
  tx.selectFrom('administered_businesses').selectAll().where('id', '=', id).executeTakeFirst()

/** Each type is looked up in the index, so it costs the same for any number of businesses. */
export async function typesPresent(tx: Transaction): Promise<(typeof businessTypes)[number][]> {
  const { rows } = await sql<{ type: (typeof businessTypes)[number] }>`
    select t.type from unnest(${[...businessTypes]}::text[]) with ordinality t (type, place)
    where exists (select from administered_businesses b where b.business_type = t.type)
    order by t.place`.execute(tx)
  return rows.map(({ type }) => type)
}

type Profile = Omit<BusinessProfileChange, 'version'>

const columnsOf = ({ name, email, phone, website, address, taxId, type }: Profile) => ({
  name,
  email,
  phone,
  website,
  address,
  tax_id: taxId,
  business_type: type,
})

export async function insertBusiness(
  tx: Transaction,
  { status, ...profile }: Profile & { status: BusinessStatus },
  now: Date,
): Promise<string> {
  const { id } = await tx
    .insertInto('businesses')
    .values({ ...columnsOf(profile), status, date_registered: now, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function saveBusiness(
  tx: Transaction,
  id: string,
  {
    version,
    ...change
  }: { version: number } & (Profile | { status: BusinessStatus } | { verified: boolean }),
  now: Date,
): Promise<void> {
  await tx
    .updateTable('businesses')
    .set({
      ...('email' in change ? columnsOf(change) : change),
      profile_version: version + 1,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/** Foreign keys delete its team, its invitations and the shares with it. */
export async function deleteBusiness(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('businesses').where('id', '=', id).execute()
}

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

/** Finds a tax ID wherever its dash was typed or left out. */
function taxIdLike(search: string | undefined) {
  if (!search || !/^\d[\d -]*$/.test(search)) return sql``
  const digits = containing(search.replace(/\D/g, ''))
  return sql`or replace(tax_id, '-', '') like ${digits}`
}

const comparisons = {
  asc: sql`>`,
  desc: sql`<`,
} as const

export async function businessPage(
  tx: Transaction,
  { search, status, type, verification }: BusinessFilter,
  { sort, direction }: { sort: BusinessSort; direction: Direction },
  position: BusinessPosition | undefined,
  limit: number,
): Promise<(AdministeredBusiness & { sort_name: string })[]> {
  const { column, type: keyType } = keys[sort]
  const comparison = comparisons[direction]
  const part = search && containing(search)
  let page = tx
    .selectFrom('administered_businesses')
    .selectAll()
    .select(({ fn }) => fn<string>('lower', ['name']).as('sort_name'))
  if (status) page = page.where('status', '=', status)
  if (type) page = page.where('business_type', '=', type)
  if (verification) page = page.where('verified', '=', verification === 'verified')
  if (part) {
    page = page.where(
      sql<boolean>`(name ilike ${part} or email ilike ${part} or tax_id ilike ${part} ${taxIdLike(search)})`,
    )
  }
  if (position) {
    page = page.where(
      sql<boolean>`(${column}, id) ${comparison} (${position[0]}::${keyType}, ${position[1]}::uuid)`,
    )
  }
  return page.orderBy(column, direction).orderBy('id', direction).limit(limit).execute()
}
