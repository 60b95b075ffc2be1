import type { listEmails as contract, OutboxEmail } from '@exempta/contract/admin/email'
import type { RouteParsed } from '@exempta/contract/route'
import { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../../platform/call.ts'
import { type Actor, systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { defineKeyset } from '../../../platform/db/keyset.ts'
import { sendEmailJob } from '../../../platform/email/queue-email.ts'
import {
  hiddenNote,
  removedNote,
  secretMark,
  secretsIn,
  withoutMarks,
  withoutSecrets,
} from '../../../platform/email/stored-secrets.ts'
import type { Services } from '../../../platform/services.ts'
import { checkPassword, type Proof, requireAdministrator, withProof } from '../../accounts/index.ts'
import { notify } from '../../notifications/index.ts'
import {
  type EmailHead,
  type EmailText,
  emailPage,
  findConcerned,
  findEmailText,
  lockEmail,
  requeueEmail,
} from './queries.ts'

const asOutboxEmail = (row: EmailHead): OutboxEmail => ({
  id: row.id,
  recipient: row.recipient,
  subject: row.subject,
  template: row.template,
  status: row.status,
  attempts: row.attempts,
  lastError: row.last_error,
  createdAt: row.created_at.toISOString(),
  sentAt: row.sent_at?.toISOString() ?? null,
})

/** Checked by the verbs that run as the system role, because row-level security does not guard those. */
const canManageEmail = (actor: Actor): boolean => actor.kind === 'person' && actor.role === 'admin'

/** Only an installation without a mail server needs an administrator to pass links and codes on. */
const canReveal = (
  { emailTransport }: Pick<Services, 'emailTransport'>,
  { body_text }: { body_text: string },
): boolean => emailTransport === undefined && body_text.includes(secretMark)

const position = z.tuple([z.iso.datetime(), z.uuid()])
const lists = {
  newest: defineKeyset('mails newest', position),
  oldest: defineKeyset('mails oldest', position),
}

export async function listEmails(
  { database, emailTransport: mail }: Services,
  call: Call,
  { cursor, limit, sort, ...filter }: RouteParsed<typeof contract>['query'],
): Promise<{ items: OutboxEmail[]; nextCursor: string | null; hasMailServer: boolean }> {
  const list = lists[sort]
  const after = list.read(cursor)
  const rows = await database.transact(
    personOf(call),
    (tx) => emailPage(tx, filter, sort, after, limit + 1),
    {
      readOnly: true,
    },
  )
  const { items, nextCursor } = list.page(rows, limit, (row) => [row.created_at.toISOString(), row.id])
  return { items: items.map(asOutboxEmail), nextCursor, hasMailServer: mail !== undefined }
}

/** The text of an email without its links and codes, and a row that says who read it. */
export async function readEmail(
  services: Services,
  call: Call,
  id: string,
): Promise<{ text: string; hidesSecrets: boolean; canReveal: boolean }> {
  if (!canManageEmail(call.actor)) throw new AppError('not-allowed')
  // The application role has no right to the bodies.
  return services.database.transact(systemActor, async (tx) => {
    const email = await findEmailText(tx, id)
    if (!email) throw new AppError('not-found')
    await recordAudit(tx, call, {
      at: services.clock.now(),
      action: 'mail.read',
      target: { kind: 'mail', id },
    })
    const text = withoutSecrets(email.body_text, hiddenNote)
    return {
      text,
      hidesSecrets: text !== email.body_text || text.includes(removedNote),
      canReveal: canReveal(services, email),
    }
  })
}

/**
 * The whole text of an email, with links and codes that act in someone else's name. An installation without a mail
 * server has no other way to hand them over, so it is possible, but never unseen: the administrator confirms who they
 * are, and everybody concerned is notified.
 */
export function revealEmail(
  services: Services,
  call: Call,
  { id, ...proof }: Proof & { id: string },
): Promise<{ text: string; secrets: string[] }> {
  if (!canManageEmail(call.actor)) throw new AppError('not-allowed')
  const work = async (tx: Transaction) => {
    await requireAdministrator(tx, personOf(call))
    const email = await findEmailText(tx, id)
    if (!email) throw new AppError('not-found')
    if (!canReveal(services, email)) {
      throw new AppError('conflict', { text: 'This email has no links or codes that can be shown.' })
    }
    await discloseTo(services, tx, call, { ...email, id })
    return { text: withoutMarks(email.body_text), secrets: secretsIn(email.body_text) }
  }
  return withProof(services, call, proof, work, checkPassword)
}

async function discloseTo(
  services: Services,
  tx: Transaction,
  call: Call,
  email: EmailText & { id: string },
): Promise<void> {
  const admin = personOf(call)
  const at = services.clock.now()
  const concerned = (await findConcerned(tx, email)).filter(({ id }) => id !== admin.id)
  const details = { template: email.template }
  if (concerned.length === 0) {
    const target = { kind: 'mail', id: email.id } as const
    await recordAudit(tx, call, { at, action: 'mail.reveal', target, details })
  }
  for (const { id, role } of concerned) {
    const target = { kind: 'person', id } as const
    // Recorded so that it also shows in the person's activity.
    const opened = id === email.account_id ? 'received' : 'sent'
    const about = { ...details, email: opened, mail: email.id }
    await recordAudit(tx, call, { at, action: 'mail.reveal', target, details: about })
    await notify(services, tx, {
      audience: { kind: 'person', id },
      type: 'other',
      ...(id === email.account_id ? noticeToRecipient(email) : noticeToSender(email)),
      link: `/${role}/profile`,
    })
  }
}

const noticeToRecipient = ({ subject }: EmailText) => ({
  title: 'An administrator opened an email sent to you',
  message: `The email “${subject}” contains a link or code meant only for you. If you didn’t ask for help with it, change your password and contact support.`,
})

const noticeToSender = ({ subject, recipient }: EmailText) => ({
  title: 'An administrator opened an email you sent',
  message: `The email “${subject}” to ${recipient} contains a link or code that was meant only for them. If you don’t know why it was opened, contact support.`,
})

/** Refuses emails whose link or code was removed, because they would be useless to the recipient. */
export async function resendEmail(services: Services, call: Call, id: string): Promise<OutboxEmail> {
  if (!canManageEmail(call.actor)) throw new AppError('not-allowed')
  return services.database.transact(systemActor, async (tx) => {
    const email = await lockEmail(tx, id)
    if (!email) throw new AppError('not-found')
    if (email.status !== 'failed' || email.body_text.includes(removedNote))
      throw new AppError('cannot-resend')
    if (!services.emailTransport) {
      throw new AppError('cannot-resend', { text: 'No mail server is configured, so emails can’t be sent.' })
    }
    const queued = await requeueEmail(tx, id)
    await services.jobs.enqueue(tx, sendEmailJob, { mailId: id })
    await recordAudit(tx, call, {
      at: services.clock.now(),
      action: 'mail.resend',
      target: { kind: 'mail', id },
    })
    return asOutboxEmail(queued)
  })
}
