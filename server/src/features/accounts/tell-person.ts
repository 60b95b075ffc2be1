import type { Transaction } from '../../platform/db/database.ts'
import { publicLink } from '../../platform/mail/public-link.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { type AccountNotice, accountNoticeMail } from '../../platform/mail/templates/account-notice.ts'
import type { Services } from '../../platform/services.ts'

/** Whoever lost the address to somebody else cannot ask for a link any more: then only people can help. */
const helpPages: Partial<Record<AccountNotice, string>> = { 'email-changed': '/contact' }

/** Mails the owner what changed in how the account is opened, in the transaction of the change. */
export async function tellPerson(
  services: Services,
  tx: Transaction,
  person: { id: string; email: string },
  notice: AccountNotice,
): Promise<void> {
  const help = publicLink(services.publicUrl, helpPages[notice] ?? '/forgot-password')
  const data = { notice, at: services.clock.now(), help }
  await queueMail(services, tx, { to: person, template: accountNoticeMail, data })
}
