import type { Transaction } from '../../platform/db/database.ts'
import { publicLink } from '../../platform/email/links.ts'
import { queueMail } from '../../platform/email/queue-email.ts'
import { revokeLinks } from '../../platform/one-time-links/one-time-links.ts'
import { publish } from '../../platform/realtime/publish.ts'
import type { Services } from '../../platform/services.ts'
import { type AccountNotice, accountNoticeEmail } from './emails.ts'
import { endSessionsOf } from './manage-sessions.ts'
import { forgetDevices } from './queries/guesses.ts'

/** Open pages of the person learn that the account has changed. */
export function publishAccount(tx: Transaction, personId: string): void {
  publish(tx, `person:${personId}`, 'changed', { topic: 'account', ids: [personId] })
}

/** Whoever lost the address to somebody else cannot ask for a link any more: then only people can help. */
const helpPages: Partial<Record<AccountNotice, string>> = { 'email-changed': '/contact' }

/** Mails the owner what changed in how the account is opened, in the transaction of the change. */
export async function sendAccountNotice(
  services: Services,
  tx: Transaction,
  person: { id: string; email: string },
  notice: AccountNotice,
): Promise<void> {
  const help = publicLink(services.publicUrl, helpPages[notice] ?? '/forgot-password')
  const data = { notice, at: services.clock.now(), help }
  await queueMail(services, tx, { to: person, template: accountNoticeEmail, data })
}

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
