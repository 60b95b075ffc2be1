import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { hasOtherManager, lockBusinessManagedBy } from './queries.ts'

/**
 * A business always has somebody who manages it: asked before a manager leaves, is demoted or suspended. Until
 * the transaction ends, nobody else can leave the same business.
 */
export async function refuseLastManager(tx: Transaction, personId: string): Promise<void> {
  const businessId = await lockBusinessManagedBy(tx, personId)
  if (!businessId || (await hasOtherManager(tx, businessId, personId))) return
  throw new AppError('last-of-its-kind', {
    text: 'This is the only manager of the business. Please name another manager first.',
  })
}
