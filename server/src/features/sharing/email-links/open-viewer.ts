import { randomUUID, timingSafeEqual } from 'node:crypto'
import { shareLimits } from '@exempta/contract/sharing/limits'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Call } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { Secret } from '../../../platform/email/links.ts'
import { queueEmail } from '../../../platform/email/queue-email.ts'
import { hashEmailedCode, newEmailedCode, refuseCodeTooSoon } from '../../../platform/emailed-codes.ts'
import { hashToken, randomToken } from '../../../platform/identifiers.ts'
import { limits } from '../../../platform/limits.ts'
import type { Services } from '../../../platform/services.ts'
import { forgetCodeRequests, takeGuess } from '../../accounts/index.ts'
import { emailShareCodeEmail } from '../emails.ts'
import { requireLiveLink } from './live-link.ts'
import {
  countAttempt,
  deleteViewer,
  findCodeSentAt,
  insertViewer,
  type LiveLink,
  replaceCode,
  takeCode,
} from './queries.ts'
import type { ViewerKey } from './viewer.ts'

/** Limited to one code a minute per link, and with growing waits per address across all of its links. */
export async function sendCode(
  services: Services,
  call: Call,
  untrustedToken: string,
): Promise<{ canResendAt: string }> {
  const { clock, database } = services
  const now = clock.latest()
  const after = (ms: number) => new Date(now.getTime() + ms)
  const link = await database.transact(systemActor, async (tx) => {
    const found = await requireLiveLink(services, tx, untrustedToken)
    refuseCodeTooSoon(await findCodeSentAt(tx, found.id), now)
    return found
  })
  await takeGuess(services, {
    at: 'share-code-request',
    subject: link.email,
    personId: undefined,
    deviceToken: undefined,
    ip: call.origin.ip,
  })
  const code = newEmailedCode()
  const codeHash = await hashEmailedCode(services, link.id, code)
  await database.transact(systemActor, async (tx) => {
    await requireLiveLink(services, tx, untrustedToken)
    const isReplaced = await replaceCode(
      tx,
      {
        link_id: link.id,
        code_hash: codeHash,
        first_sent_at: now,
        sent_at: now,
        expires_at: after(shareLimits.shareCodeMs),
      },
      after(-limits.shareCodeResendMs),
    )
    if (!isReplaced) refuseCodeTooSoon(now, now)
    await queueEmail(services, tx, {
      to: link.email,
      sentBy: link.ownerId,
      template: emailShareCodeEmail,
      data: { code: new Secret(code) },
    })
    await recordAudit(tx, call, {
      at: clock.now(),
      action: 'mail-share.send-code',
      target: { kind: 'mail-share', id: link.id },
    })
  })
  return { canResendAt: after(limits.shareCodeResendMs).toISOString() }
}

export interface OpenedViewer {
  linkId: string
  /** Goes into the cookie; only its hash is stored. */
  token: string
}

/** Confirms the address with the code and opens the link in this browser for an hour. */
export async function openViewer(
  services: Services,
  call: Call,
  { token: untrustedToken, code }: { token: string; code: string },
): Promise<OpenedViewer> {
  const { clock, database } = services
  const act = <T>(work: (tx: Transaction) => Promise<T>) => database.transact(systemActor, work)
  const link = await act((tx) => requireLiveLink(services, tx, untrustedToken))
  const guess = await takeGuess(services, {
    at: 'share-code',
    subject: link.id,
    personId: undefined,
    deviceToken: undefined,
    ip: call.origin.ip,
  })
  const given = await hashEmailedCode(services, link.id, code)
  const right = await act((tx) => countAttempt(tx, link.id, limits.shareCodeAttempts, clock.latest()))
  if (!right) return refuse(services, call, link, 'This code no longer works. Ask for a new one.')
  if (!timingSafeEqual(given, right)) return refuse(services, call, link)
  const token = randomToken()
  const now = clock.latest()
  const isIn = await act(async (tx) => {
    await requireLiveLink(services, tx, untrustedToken)
    if (!(await takeCode(tx, link.id, right))) return false
    await guess.wasRight(tx)
    await forgetCodeRequests(tx, 'share-code-request', { subject: link.email, ip: call.origin.ip })
    await insertViewer(tx, {
      id: randomUUID(),
      token_hash: hashToken(token),
      link_id: link.id,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + shareLimits.viewerSessionMs),
    })
    await recordAudit(tx, call, {
      at: clock.now(),
      action: 'mail-share.open',
      target: { kind: 'mail-share', id: link.id },
    })
    return true
  })
  return isIn ? { linkId: link.id, token } : refuse(services, call, link)
}

async function refuse(
  { clock, database }: Services,
  call: Call,
  { id }: LiveLink,
  text?: string,
): Promise<never> {
  await database.transact(systemActor, (tx) =>
    recordAudit(tx, call, {
      at: clock.now(),
      action: 'mail-share.open',
      target: { kind: 'mail-share', id },
      result: 'refused',
    }),
  )
  throw new AppError('wrong-code', text === undefined ? {} : { text })
}

/** Ends the viewer session, so that its cookie no longer opens anything. */
export async function leaveViewer(services: Services, { linkId, cookie }: ViewerKey): Promise<void> {
  if (!cookie) return
  await services.database.transact(systemActor, (tx) => deleteViewer(tx, hashToken(cookie), linkId))
}
