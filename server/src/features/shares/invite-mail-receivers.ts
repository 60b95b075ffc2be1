import { limits } from '@exempta/contract/limits'
import { AppError } from '../../platform/app-error.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { secretPath } from '../../platform/mail/public-link.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { mailShareMail } from '../../platform/mail/templates/mail-share.ts'
import { hashToken, randomToken } from '../../platform/random-token.ts'
import type { Services } from '../../platform/services.ts'
import { timeOrderedId } from '../../platform/time-ordered-id.ts'
import { countMailLinks, insertMailLink } from './queries/mail-links.ts'

const dayMs = 24 * 60 * 60_000

export interface MailInvitation {
  id: string
  ownerId: string
  email: string
  token: string
}

/** A link for each address; its mail goes out when the shares behind it are there. Only its hash is stored. */
export async function prepareMailLinks(
  { clock }: Services,
  tx: Transaction,
  { ownerId, emails, expiresAt }: { ownerId: string; emails: readonly string[]; expiresAt: Date },
): Promise<MailInvitation[]> {
  const now = clock.now()
  const sentToday = await countMailLinks(tx, ownerId, new Date(now.getTime() - dayMs))
  if (emails.length > 0 && sentToday + emails.length > limits.shareMailsPerDay) {
    throw new AppError('too-many-requests', {
      text: `You can share with at most ${limits.shareMailsPerDay} email addresses a day. Please go on tomorrow.`,
    })
  }
  const invitations = emails.map((email) => ({
    id: timeOrderedId(now),
    ownerId,
    email,
    token: randomToken(),
  }))
  for (const { id, email, token } of invitations) {
    await insertMailLink(tx, {
      id,
      token_hash: hashToken(token),
      owner_id: ownerId,
      email,
      created_at: now,
      expires_at: expiresAt,
    })
  }
  return invitations
}

export async function mailReceiver(
  services: Services,
  tx: Transaction,
  { ownerId: sentBy, email, token }: MailInvitation,
  about: { sender: string; message: string | null; documents: number; expiresAt: Date },
): Promise<void> {
  const link = secretPath(services.publicUrl, `/s/${token}`)
  await queueMail(services, tx, { to: email, sentBy, template: mailShareMail, data: { ...about, link } })
}
