import { customerLimits } from '@exempta/contract/customers/limits'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { findRecord, listAncestors } from './queries/records.ts'

const refused = (message: string) =>
  new AppError('invalid-input', { fields: [{ path: 'parentId', message }] })

/** A parent is another customer of the business that doesn't belong to this one, however far up. */
export async function requireParent(
  tx: Transaction,
  businessId: string,
  id: string,
  parentId: string | null,
): Promise<void> {
  if (parentId === null) return
  const parent = await findRecord(tx, businessId, parentId)
  if (!parent || parent.merged_into !== null) throw refused('We couldn’t find this customer')
  const above = [parentId, ...(await listAncestors(tx, parentId, customerLimits.parentDepth))]
  if (above.includes(id)) throw refused('This customer belongs to the one you’re changing')
  if (above.length > customerLimits.parentDepth) {
    throw refused(`At most ${customerLimits.parentDepth} customers can be above one`)
  }
}
