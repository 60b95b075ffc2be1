import type { Transaction } from '../../platform/db/database.ts'
import { revokeLinks } from '../../platform/one-time-links/one-time-links.ts'
import { deleteInvitationOf } from './queries.ts'

/** Somebody who was added needs none any more. */
export async function withdrawInvitation(
  tx: Transaction,
  invited: { businessId: string; email: string },
): Promise<void> {
  const id = await deleteInvitationOf(tx, invited)
  if (id) await revokeLinks(tx, { subjectId: id }, 'invitation')
}
