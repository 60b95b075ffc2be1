/**
 * Whether a certificate comes from the purchaser it names, and whether the numbers on it are the purchaser's. Everyone can
 * write another organization's name and number on a form, so both have to be known from elsewhere.
 */

import { compareNames } from '@exempta/knowledge/coverage/seller'
import { dayIn } from '@exempta/knowledge/dates'
import type { Transaction } from '../../platform/db/database.ts'
import type { ExemptionRow } from '../certificates/index.ts'
import { organizationDomain } from './free-email-domains.ts'
import { plainNumber } from './number-files.ts'
import {
  certificatesFrom,
  findSender,
  type KnownCertificate,
  type ToVerify,
} from './queries/automatic-review.ts'
import { newestLookUp } from './queries/verifications.ts'
import { findInFiles, zoneOf } from './verifications.ts'

/**
 * Certificates of the same purchaser that someone of the team verified before, from this person or from the domain of
 * the organization. Empty for strangers: their first document is always for people to review.
 */
export async function earlierCertificates(
  tx: Transaction,
  share: ToVerify,
  purchaser: string,
): Promise<KnownCertificate[]> {
  const sender = await findSender(tx, share.owner_id)
  if (!sender?.confirmedAt) return []
  const domain = organizationDomain(sender.email)
  const known = await certificatesFrom(tx, share, domain)
  const isSame = (one: KnownCertificate) => compareNames(one.purchaser, purchaser) === 'same'
  // A domain with the certificates of several purchasers belongs to none of them.
  const isOfOne = known.every((one) => one.ownerId === share.owner_id || isSame(one))
  return known.filter(
    (one) => one.isVerifiedByTeam && isSame(one) && (one.ownerId === share.owner_id || isOfOne),
  )
}

/**
 * Every number was looked up and found: in the file of the state or the IRS under the purchaser's name, or by the team for
 * an earlier certificate of the purchaser. What a file says counts more than what someone noted.
 */
export async function areNumbersFound(
  tx: Transaction,
  { business_id: businessId }: ToVerify,
  { purchaser, reason, states }: Pick<ExemptionRow, 'purchaser' | 'reason' | 'states'>,
  { earlier, now }: { earlier: readonly KnownCertificate[]; now: Date },
): Promise<boolean> {
  for (const { state, number } of states) {
    if (number === null) return false
    const listed = await findInFiles(tx, { state, number, reason })
    if (listed.some(({ name, isActive }) => !isActive || compareNames(name, purchaser ?? '') !== 'same'))
      return false
    if (listed.length > 0) continue
    const shareIds = earlier.map(({ shareId }) => shareId)
    const last = await newestLookUp(tx, { businessId, shareIds, state, plainNumber: plainNumber(number) })
    const today = dayIn(zoneOf(state), now)
    if (last?.result !== 'active' || (last.due_on !== null && last.due_on <= today)) return false
  }
  return states.length > 0
}
