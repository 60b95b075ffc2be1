/**
 * A code shows that the address of a guest is theirs, like the code that opens shared documents. Another address starts
 * unconfirmed, and none belongs to a guest before something is sent.
 */
import { timingSafeEqual } from 'node:crypto'
import { shareLimits } from '@exempta/contract/sharing/limits'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/record-audit.ts'
import type { Call } from '../../../platform/call.ts'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { Secret } from '../../../platform/email/links.ts'
import { queueEmail } from '../../../platform/email/queue-email.ts'
import { hashEmailedCode, newEmailedCode, refuseCodeTooSoon } from '../../../platform/emailed-codes.ts'
import { limits } from '../../../platform/limits.ts'
import type { Services } from '../../../platform/services.ts'
import { forgetCodeRequests, takeGuess } from '../../accounts/index.ts'
import { requestCodeEmail } from '../emails.ts'
import { countAttempt, hasAccount, replaceCode, takeCode, updateAnswer } from '../queries/answers.ts'
import { type AnswerKey, requirePrepared } from './visit.ts'

/** One code a minute, and growing waits for an address across all requests. */
export async function sendAnswerCode(
  services: Services,
  call: Call,
  key: AnswerKey,
  typed: string | null,
): Promise<{ canResendAt: string }> {
  const { clock, database } = services
  const now = clock.latest()
  const after = (ms: number) => new Date(now.getTime() + ms)
  const { request, answer } = await database.transact(systemActor, (tx) => requirePrepared(services, tx, key))
  const email = typed ?? request.email
  if (!email) {
    const message = 'Please enter your email address'
    throw new AppError('invalid-input', { fields: [{ path: 'email', message }] })
  }
  refuseCodeTooSoon(answer.code_sent_at, now)
  const { ip } = call.origin
  const guess = { subject: email, personId: undefined, deviceToken: undefined, ip }
  await takeGuess(services, { at: 'share-code-request', ...guess })
  const code = newEmailedCode()
  const codeHash = await hashEmailedCode(services, `request ${answer.id}`, code)
  await database.transact(systemActor, async (tx) => {
    const isReplaced = await replaceCode(
      tx,
      answer.id,
      { email, code_hash: codeHash, code_sent_at: now, code_expires_at: after(shareLimits.shareCodeMs) },
      after(-limits.shareCodeResendMs),
    )
    if (!isReplaced) refuseCodeTooSoon(now, now)
    const data = { business: request.businessName, code: new Secret(code) }
    await queueEmail(services, tx, { to: email, template: requestCodeEmail, data })
    const target = { kind: 'request', id: request.id } as const
    await recordAudit(tx, call, { at: clock.now(), action: 'request.send-code', target })
  })
  return { canResendAt: after(limits.shareCodeResendMs).toISOString() }
}

/** Only now it turns out whether the address has an account, so nobody learns it about another person's address. */
export async function confirmAnswerAddress(
  services: Services,
  call: Call,
  key: AnswerKey,
  code: string,
): Promise<{ hasAccount: boolean }> {
  const { clock, database } = services
  const act = <T>(work: (tx: Transaction) => Promise<T>) => database.transact(systemActor, work)
  const { request, answer } = await act((tx) => requirePrepared(services, tx, key))
  const target = { kind: 'request', id: request.id } as const
  const guess = await takeGuess(services, {
    at: 'share-code',
    subject: answer.id,
    personId: undefined,
    deviceToken: undefined,
    ip: call.origin.ip,
  })
  const refuse = async (text?: string): Promise<never> => {
    const at = clock.now()
    await act((tx) =>
      recordAudit(tx, call, { at, action: 'request.confirm-address', target, result: 'refused' }),
    )
    throw new AppError('wrong-code', text === undefined ? {} : { text })
  }
  const given = await hashEmailedCode(services, `request ${answer.id}`, code)
  const right = await act((tx) => countAttempt(tx, answer.id, limits.shareCodeAttempts, clock.latest()))
  if (!right) return refuse('This code no longer works. Ask for a new one.')
  if (!timingSafeEqual(given, right)) return refuse()
  const confirmed = await act(async (tx) => {
    const taken = await takeCode(tx, answer.id, right)
    if (!taken?.email || taken.sent_at) return undefined
    await guess.wasRight(tx)
    await forgetCodeRequests(tx, 'share-code-request', { subject: taken.email, ip: call.origin.ip })
    await updateAnswer(tx, taken.id, { confirmed_at: clock.latest() })
    await recordAudit(tx, call, { at: clock.now(), action: 'request.confirm-address', target })
    return { hasAccount: await hasAccount(tx, taken.email) }
  })
  return confirmed ?? refuse()
}
