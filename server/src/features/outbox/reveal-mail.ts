import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { secretsIn, withoutMarks } from '../../platform/mail/stored-secrets.ts'
import type { Services } from '../../platform/services.ts'
import { checkPassword, type Proof, requireAdministrator, withProof } from '../accounts/index.ts'
import { notify } from '../notifications/index.ts'
import { canReveal, mayManageMail } from './policy.ts'
import { findConcerned, findMailText, type MailText } from './queries.ts'

/**
 * The whole text of an email, with links and codes that act in somebody else's name. An installation without a mail
 * server has no other way to hand them over, so it is possible, but never unseen: the administrator confirms who they
 * are, and everybody concerned is notified.
 */
export function revealMail(
  services: Services,
  call: Call,
  { id, ...proof }: Proof & { id: string },
): Promise<{ text: string; secrets: string[] }> {
  if (!mayManageMail(call.actor)) throw new AppError('not-allowed')
  const work = async (tx: Transaction) => {
    await requireAdministrator(tx, personOf(call))
    const mail = await findMailText(tx, id)
    if (!mail) throw new AppError('not-found')
    if (!canReveal(services, mail)) {
      throw new AppError('conflict', { text: 'This email has no links or codes that can be shown.' })
    }
    await discloseTo(services, tx, call, { ...mail, id })
    return { text: withoutMarks(mail.body_text), secrets: secretsIn(mail.body_text) }
  }
  return withProof(services, call, proof, work, checkPassword)
}

async function discloseTo(
  services: Services,
  tx: Transaction,
  call: Call,
  mail: MailText & { id: string },
): Promise<void> {
  const admin = personOf(call)
  const at = services.clock.now()
  const concerned = (await findConcerned(tx, mail)).filter(({ id }) => id !== admin.id)
  const details = { template: mail.template }
  if (concerned.length === 0) {
    const target = { kind: 'mail', id: mail.id } as const
    await recordAudit(tx, call, { at, action: 'mail.reveal', target, details })
  }
  for (const { id } of concerned) {
    const target = { kind: 'person', id } as const
    // Told in the activity of the person, too.
    const email = id === mail.account_id ? 'received' : 'sent'
    const about = { ...details, email, mail: mail.id }
    await recordAudit(tx, call, { at, action: 'mail.reveal', target, details: about })
  }
  for (const { id, role } of concerned) {
    await notify(services, tx, {
      audience: { kind: 'person', id },
      type: 'other',
      ...(id === mail.account_id ? noticeToRecipient(mail) : noticeToSender(mail)),
      link: `/${role}/profile`,
    })
  }
}

const noticeToRecipient = ({ subject }: MailText) => ({
  title: 'An administrator opened an email sent to you',
  message: `The email “${subject}” contains a link or code meant only for you. If you didn’t ask for help with it, change your password and contact support.`,
})

const noticeToSender = ({ subject, recipient }: MailText) => ({
  title: 'An administrator opened an email you sent',
  message: `The email “${subject}” to ${recipient} contains a link or code that was meant only for them. If you don’t know why it was opened, contact support.`,
})
