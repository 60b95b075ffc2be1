import type { ShareState } from '@exempta/contract/sharing'
import type { ShareRow } from './queries/share-rows.ts'

/** What a share allows. Pure functions; row-level security guards owner and receiver once more by itself. */

/** Time ends a share by itself, whatever is stored. */
export const stateOf = (
  { status, expires_at }: Pick<ShareRow, 'status' | 'expires_at'>,
  now: Date,
): ShareState => (status !== 'revoked' && expires_at !== null && expires_at <= now ? 'expired' : status)

/** With a real mail server the address is proven first: a stranger's address sends nothing in its name. */
export const mayShare = (owner: { email_verified_at: Date | null }, hasMailServer: boolean): boolean =>
  !hasMailServer || owner.email_verified_at !== null
