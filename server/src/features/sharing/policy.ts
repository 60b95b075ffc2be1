import type { ShareState } from '@exempta/contract/sharing'
import type { WaitingShare } from './queries/corrections.ts'
import type { ShareRow } from './queries/share-rows.ts'

/** Rules about shares, as pure functions. Row-level security protects owner and recipient independently. */

/** A share past its expiry is expired, whatever status is stored. */
export const stateOf = (
  { status, expires_at }: Pick<ShareRow, 'status' | 'expires_at'>,
  now: Date,
): ShareState => (status !== 'revoked' && expires_at !== null && expires_at <= now ? 'expired' : status)

/**
 * Where email is really sent, the owner must first confirm their address, so that nobody can send in someone
 * else's name.
 */
export const mayShare = (owner: { email_verified_at: Date | null }, hasMailServer: boolean): boolean =>
  !hasMailServer || owner.email_verified_at !== null

/**
 * Why a recipient keeps the old document although a corrected one is ready, in words for its owner; undefined when it
 * is replaced. A corrected document must have a later version than the old one, so that no review of the old one
 * counts for it.
 */
export function reasonToKeep(share: WaitingShare, version: number, now: Date): string | undefined {
  const { recipient, old_name: name } = share
  const state = stateOf(share, now)
  if (state === 'revoked') return `You stopped sharing ${name} with ${recipient}.`
  if (state === 'expired')
    return `Your link for ${recipient} has expired. Share the corrected document again.`
  if (share.business_id !== null && share.business_status !== 'active') {
    return `${recipient} can’t receive documents right now and still has ${name}.`
  }
  if (state === 'verified' && share.reviewed_at !== null && share.reviewed_at >= share.requested_at) {
    return `${recipient} has verified ${name} in the meantime.`
  }
  if (share.old_version >= version) {
    return `You blacked out more of ${name} in the meantime. ${recipient} still has that document. Upload the corrected file once more.`
  }
  return undefined
}
