import { systemCall } from '../../../platform/call.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { HookEvents } from '../../../platform/hooks.ts'
import type { Services } from '../../../platform/services.ts'
import { announceExemption } from '../../sharing/index.ts'
import { deleteExemption, deleteUndone, findExemption, setExemptionVersion } from './queries.ts'

/**
 * Keeps what was confirmed when the owner has blacked out more, unless something of it may be hidden now: then it has to
 * be confirmed again. Verified shares are pending again by then.
 */
export async function carryExemption(
  services: Services,
  tx: Transaction,
  { documentId, version, read }: HookEvents['versionReplaced'],
): Promise<void> {
  const exemption = await findExemption(tx, documentId)
  // What was undone may be hidden now.
  await deleteUndone(tx, documentId)
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
