import { limits } from '@exempta/contract/limits'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { queueMail } from '../../platform/mail/queue-mail.ts'
import { Secret } from '../../platform/mail/secret.ts'
import { mailShareCodeMail } from '../../platform/mail/templates/mail-share-code.ts'
import type { Services } from '../../platform/services.ts'
import { takeGuess } from '../accounts/index.ts'
import { requireLiveLink } from './live-link.ts'
import { findCodeSentAt, replaceCode } from './queries.ts'
import { hashCode, newCode } from './share-codes.ts'

/** One a minute for a link; and for an address, whatever its links are, few before each has to be waited for. */
export async function sendCode(
  services: Services,
  call: Call,
  untrustedToken: string,
): Promise<{ canResendAt: string }> {
  const { clock, database } = services
  const now = clock.now()
  const after = (ms: number) => new Date(now.getTime() + ms)
  const link = await database.transact(systemActor, async (tx) => {
    const found = await requireLiveLink(services, tx, untrustedToken)
    refuseSooner(await findCodeSentAt(tx, found.id), now)
    return found
  })
  await takeGuess(services, {
    at: 'share-code-request',
    subject: link.email,
    personId: undefined,
    deviceToken: undefined,
    ip: call.origin.ip,
  })
  const code = newCode()
  const codeHash = await hashCode(services, link.id, code)
  await database.transact(systemActor, async (tx) => {
    await requireLiveLink(services, tx, untrustedToken)
    const isReplaced = await replaceCode(
      tx,
      {
        link_id: link.id,
        code_hash: codeHash,
        first_sent_at: now,
        sent_at: now,
        expires_at: after(limits.shareCodeMs),
      },
      after(-limits.shareCodeResendMs),
    )
    if (!isReplaced) refuseSooner(now, now)
    await queueMail(services, tx, {
      to: link.email,
      sentBy: link.ownerId,
      template: mailShareCodeMail,
      data: { code: new Secret(code) },
    })
    await recordAudit(tx, call, {
      at: now,
      action: 'mail-share.send-code',
      target: { kind: 'mail-share', id: link.id },
    })
  })
  return { canResendAt: after(limits.shareCodeResendMs).toISOString() }
}

function refuseSooner(sentAt: Date | undefined, now: Date): void {
  const waitMs = sentAt ? sentAt.getTime() + limits.shareCodeResendMs - now.getTime() : 0
  if (waitMs <= 0) return
  const retryAfterSeconds = Math.ceil(waitMs / 1000)
  const text = `We sent a code a moment ago. Please look in your mailbox, or ask again in ${retryAfterSeconds} s.`
  throw new AppError('too-many-requests', { retryAfterSeconds, text })
}
