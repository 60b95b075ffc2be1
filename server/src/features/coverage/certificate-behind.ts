/** Which certificate stands behind a decision, and whether it can be opened. */
import type { SaleDecision } from '@exempta/contract/coverage/sale-outcome'
import type { Transaction } from '../../platform/db/database.ts'
import { findOpen } from './queries/certificates.ts'

export interface Behind {
  shareId: string | null
  keptCopyId: string | null
}

/** A copy was kept for the certificate that the receipt names, and for no other. */
export const behind = (
  receipt: { share_id: string | null; kept_copy_id: string | null },
  { shareId }: { shareId: string | null },
): Behind => ({ shareId, keptCopyId: receipt.share_id === shareId ? receipt.kept_copy_id : null })

/** Those that can be opened, by their own ID and by the share that they show. A share stands before a copy of it. */
export type OpenCertificates = ReadonlyMap<string, string>

export const openCertificates = (
  certificates: readonly { id: string; shareId: string }[],
): OpenCertificates => {
  const copiesFirst = [...certificates].sort(
    (one, other) => Number(one.id === one.shareId) - Number(other.id === other.shareId),
  )
  return new Map(copiesFirst.flatMap(({ id, shareId }) => [[shareId, id] as const, [id, id] as const]))
}

export function certificateOf(
  { shareId, keptCopyId }: Behind,
  open: OpenCertificates,
): { certificate: SaleDecision['certificate']; certificateId: string | null } {
  const certificateId = open.get(keptCopyId ?? '') ?? open.get(shareId ?? '') ?? null
  if (certificateId !== null) return { certificate: 'open', certificateId }
  return { certificate: shareId === null ? 'none' : 'not-shared', certificateId: null }
}

/** What the business can open now: the copies that it keeps, and what is shared with it. */
export async function whichAreOpen(
  tx: Transaction,
  { businessId, state }: { businessId: string; state: string },
  all: readonly Behind[],
): Promise<OpenCertificates> {
  const shareIds = [...new Set(all.flatMap(({ shareId }) => shareId ?? []))]
  return shareIds.length === 0
    ? new Map()
    : openCertificates(await findOpen(tx, { businessId, state, shareIds }))
}
