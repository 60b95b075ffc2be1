import type { SessionEndReason } from '@exempta/contract/events'
import type { Transaction } from '../../platform/db/database.ts'
import { publicLink } from '../../platform/email/links.ts'
import { queueEmail } from '../../platform/email/queue-email.ts'
import { revokeLinks } from '../../platform/one-time-links/one-time-links.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { type AccountNotice, accountNoticeEmail } from './emails.ts'
import { endSessionsOf } from './manage-sessions.ts'
import { forgetDevices } from './queries/guesses.ts'

/** Makes the person's open pages fetch the account again. */
export function publishAccount(tx: Transaction, personId: string): void {
  publish(tx, `person:${personId}`, 'changed', { topic: 'account', ids: [personId] })
}

/**
 * After the address was changed by someone else, a reset link no longer reaches the owner, so support has to
 * help.
 */
const helpPages: Partial<Record<AccountNotice, string>> = { 'email-changed': '/contact' }

/** Emails the owner about a change to how they log in, in the same transaction as the change. */
export async function sendAccountNotice(
  services: Services,
  tx: Transaction,
  person: { id: string; email: string },
  notice: AccountNotice,
): Promise<void> {
  const help = publicLink(services.publicUrl, helpPages[notice] ?? '/forgot-password')
  const data = { notice, at: services.clock.now(), help }
  await queueEmail(services, tx, { to: person, template: accountNoticeEmail, data })
}

/**
 * Ends everything opened with the former password: sessions and their sockets, links that could undo the
 * change, and known browsers, one of which may be a stranger's. The link that verifies the address stays,
 * because it gives no access.
 */
export async function closeAccess(
  tx: Transaction,
  personId: string,
  which: { except?: string; reason?: SessionEndReason } = {},
): Promise<void> {
  await endSessionsOf(tx, personId, which)
  await revokeLinks(tx, { personId }, 'reset-password', 'choose-password', 'change-email')
  await forgetDevices(tx, personId)
}
