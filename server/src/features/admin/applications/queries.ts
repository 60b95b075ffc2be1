import type { ApplicationState, Position } from '@exempta/contract/admin/applications'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/db/database.ts'
import { containing } from '../../../platform/db/like.ts'
import type { NewRow, Row } from '../../../platform/db/schema.ts'

export type ApplicationRow = Row<'job_applications'>

export async function insertApplication(
  tx: Transaction,
  application: NewRow<'job_applications'>,
): Promise<void> {
  await tx.insertInto('job_applications').values(application).execute()
}

export interface ApplicationFilter {
  search?: string | undefined
  state?: ApplicationState | undefined
  position?: Position | undefined
}

export type ApplicationSort = 'newest' | 'oldest'

export function applicationPage(
  tx: Transaction,
  { search, state, position }: ApplicationFilter,
  sort: ApplicationSort,
  after: readonly [submittedAt: string, id: string] | undefined,
  limit: number,
): Promise<ApplicationRow[]> {
  const direction = sort === 'newest' ? 'desc' : 'asc'
  let query = tx
    .selectFrom('job_applications')
    .selectAll()
    .orderBy('submitted_at', direction)
    .orderBy('id', direction)
    .limit(limit)
  if (state) query = query.where('state', '=', state)
  if (position) query = query.where('position', '=', position)
  if (search) {
    const part = containing(search)
    query = query.where((eb) => eb.or([eb('name', 'ilike', part), eb('email', 'ilike', part)]))
  }
  if (after) {
    const comparison = sort === 'newest' ? sql`<` : sql`>`
    query = query.where(
      sql<boolean>`(submitted_at, id) ${comparison} (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    )
  }
  return query.execute()
}

export const findApplication = (tx: Transaction, id: string): Promise<ApplicationRow | undefined> =>
  tx.selectFrom('job_applications').selectAll().where('id', '=', id).executeTakeFirst()

export const updateState = (
  tx: Transaction,
  id: string,
  state: ApplicationState,
  now: Date,
): Promise<ApplicationRow | undefined> =>
  tx
    .updateTable('job_applications')
    .set({ state, updated_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

/** Returns false if it does not exist. */
export async function deleteApplication(tx: Transaction, id: string): Promise<boolean> {
  const gone = await tx.deleteFrom('job_applications').where('id', '=', id).returning('id').executeTakeFirst()
  return gone !== undefined
}

export async function listApplicationsBefore(
  tx: Transaction,
  before: Date,
  limit: number,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('job_applications')
    .select('id')
    .where('submitted_at', '<', before)
    .orderBy('submitted_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Applications sent from an address that the person has confirmed. */
export const listApplicationsOf = (tx: Transaction, personId: string): Promise<ApplicationRow[]> =>
  tx
    .selectFrom('job_applications')
    .selectAll()
    .where('account_id', '=', personId)
    .orderBy('submitted_at')
    .execute()
