import type { ShareState } from '@exempta/contract/sharing'
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
