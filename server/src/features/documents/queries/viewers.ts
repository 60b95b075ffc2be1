import type { PersonActor } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { type DocumentRow, findOwnDocument } from './documents.ts'

/** Whoever a link was made for, with the rights of this moment; undefined when the account is not active. */
export async function findViewer(tx: Transaction, personId: string): Promise<PersonActor | undefined> {
  const row = await tx
    .selectFrom('users')
    .leftJoin('business_users', (join) =>
      join.onRef('business_users.user_id', '=', 'users.id').on('business_users.status', '=', 'active'),
    )
    .select(['users.id', 'users.role', 'business_users.business_id'])
    .where('users.id', '=', personId)
    .where('users.status', '=', 'active')
    .executeTakeFirst()
  if (!row) return undefined
  const { id, role, business_id: businessId } = row
  return { kind: 'person', id, role, ...(businessId && { businessId }) }
}

/** A processed document that this person may see: for now, their own. */
export async function findVisibleDocument(
  tx: Transaction,
  viewer: PersonActor,
  id: string,
): Promise<DocumentRow | undefined> {
  const row = await findOwnDocument(tx, viewer.id, id)
  return row?.status === 'processed' ? row : undefined
}
