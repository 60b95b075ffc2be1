import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { findByNumber, findCurrent } from './queries/records.ts'

/** The record that a request is for: the one that was chosen, or the one with this number. Null if there is none. */
export async function findAsked(
  tx: Transaction,
  businessId: string,
  { id, number }: { id?: string | null | undefined; number: string | null },
): Promise<string | null> {
  if (id) {
    const chosen = await findCurrent(tx, businessId, id)
    if (!chosen) {
      const message = 'We couldn’t find this customer'
      throw new AppError('invalid-input', { fields: [{ path: 'customerId', message }] })
    }
    return chosen.id
  }
  const found = number === null ? undefined : await findByNumber(tx, businessId, number)
  return found ? (found.merged_into ?? found.id) : null
}
