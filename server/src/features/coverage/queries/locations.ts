import type { Transaction } from '../../../platform/db/database.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

interface LocationRow {
  id: string
  name: string
  state: string
  kind: Row<'business_locations'>['kind']
}

export const listLocationsOf = (tx: Transaction, businessId: string): Promise<LocationRow[]> =>
  tx
    .selectFrom('business_locations')
    .select(['id', 'name', 'state', 'kind'])
    .where('business_id', '=', businessId)
    .orderBy('name')
    .orderBy('id')
    .execute()

export const findLocation = (
  tx: Transaction,
  businessId: string,
  id: string,
): Promise<LocationRow | undefined> =>
  tx
    .selectFrom('business_locations')
    .select(['id', 'name', 'state', 'kind'])
    .where('id', '=', id)
    .where('business_id', '=', businessId)
    .executeTakeFirst()

export async function insertLocation(tx: Transaction, row: NewRow<'business_locations'>): Promise<void> {
  await tx.insertInto('business_locations').values(row).execute()
}

export async function putLocation(
  tx: Transaction,
  businessId: string,
  { id, ...values }: LocationRow,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('business_locations')
    .set(values)
    .where('id', '=', id)
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export async function deleteLocation(tx: Transaction, businessId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('business_locations')
    .where('id', '=', id)
    .where('business_id', '=', businessId)
    .executeTakeFirst()
  return numDeletedRows > 0
}
