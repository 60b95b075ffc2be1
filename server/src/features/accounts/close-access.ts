import type { Transaction } from '../../platform/db/database.ts'
import { revokeLinks } from '../../platform/one-time-links/one-time-links.ts'
import { endSessionsOf } from './end-sessions.ts'
import { forgetDevices } from './queries/guesses.ts'

/**
 * Ends what was opened by the former password: sessions with their sockets, links that could undo the change,
 * and the allowances of known browsers, one of which may be a stranger's. The link that verifies the address
 * opens nothing, so it stays.
 */
export async function closeAccess(
  tx: Transaction,
  personId: string,
  which: { except?: string } = {},
): Promise<void> {
  await endSessionsOf(tx, personId, which)
  await revokeLinks(tx, { personId }, 'reset-password', 'choose-password', 'change-email')
  await forgetDevices(tx, personId)
}
