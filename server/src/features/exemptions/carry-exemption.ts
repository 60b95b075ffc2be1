import { systemCall } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Services } from '../../platform/services.ts'
import type { FieldRow } from '../documents/index.ts'
import { announceExemption } from '../sharing/index.ts'
import { deleteExemption, findExemption, setExemptionVersion } from './queries.ts'

/**
 * Keeps what was confirmed when the owner has blacked out more, unless something of it may be hidden now: then it has to
 * be confirmed again. `read` is what was read before and what is left of it. Call it after verified shares are pending
 * again.
 */
export async function carryExemption(
  services: Services,
  tx: Transaction,
  documentId: string,
  version: number,
  read: { before: readonly FieldRow[]; after: readonly FieldRow[] },
): Promise<void> {
  const exemption = await findExemption(tx, documentId)
  if (!exemption) return
  const values = [exemption.purchaser, exemption.seller, ...exemption.states.map(({ number }) => number)]
  // Where a value was typed by the owner, nothing says which part of the page it stands on.
  const isEvident = values.every(
    (value) => value === null || read.after.some((field) => field.value === value),
  )
  if (isEvident && read.after.length === read.before.length) {
    await setExemptionVersion(tx, documentId, version)
    return
  }
  await deleteExemption(tx, documentId)
  await announceExemption(services, tx, systemCall, documentId, 'exemption.withdrawn', {
    isReviewOver: false,
  })
}
