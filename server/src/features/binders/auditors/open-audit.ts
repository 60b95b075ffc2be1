/** How an auditor gets in: the link alone opens nothing, and the code goes to the invited address only (0089). */
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
import { maskedAddress } from '../../sharing/index.ts'
import { auditorCodeEmail } from '../emails.ts'
import {
  countAttempt,
  deleteViewer,
  findLiveGrant,
  findViewer,
  insertViewer,
  type LiveGrant,
  replaceCode,
  takeCode,
} from './queries.ts'

/** Gives the same answer for unknown, revoked, expired and deleted. */
async function requireLive(
  { clock }: Pick<Services, 'clock'>,
  tx: Transaction,
  untrustedToken: string,
): Promise<LiveGrant> {
  const grant = await findLiveGrant(tx, hashToken(untrustedToken), clock.latest())
  if (!grant) throw new AppError('gone')
  return grant
}

/** Has no side effects, because programs open links in emails, too. */
export function lookUpAudit(services: Services, untrustedToken: string) {
  return services.database.transact(
    systemActor,
    async (tx) => {
      const { id, email, business_name: business } = await requireLive(services, tx, untrustedToken)
      return { id, business, email: maskedAddress(email) }
    },
    { readOnly: true },
  )
}

const auditPage = /^\/audit\/([\w-]+)\/?$/

/** Whether the access of an auditor's page has ended; undefined for any other path. */
export async function isAuditOver(services: Services, path: string): Promise<boolean | undefined> {
  const token = auditPage.exec(path)?.[1]
  if (token === undefined) return undefined
  const grant = await services.database.transact(
    systemActor,
    (tx) => findLiveGrant(tx, hashToken(token), services.clock.latest()),
    { readOnly: true },
  )
  return grant === undefined
}

const subjectOf = ({ id }: LiveGrant) => `auditor ${id}`

/** One code a minute, and growing waits for an address across everything that it may open. */
export async function sendAuditCode(
  services: Services,
  call: Call,
  untrustedToken: string,
): Promise<{ canResendAt: string }> {
  const { clock, database } = services
  const now = clock.latest()
  const after = (ms: number) => new Date(now.getTime() + ms)
  const grant = await database.transact(systemActor, (tx) => requireLive(services, tx, untrustedToken))
  refuseCodeTooSoon(grant.code_sent_at, now)
  const { ip } = call.origin
  const guess = { subject: grant.email, personId: undefined, deviceToken: undefined, ip }
  await takeGuess(services, { at: 'share-code-request', ...guess })
  const code = newEmailedCode()
  const codeHash = await hashEmailedCode(services, subjectOf(grant), code)
  await database.transact(systemActor, async (tx) => {
    await requireLive(services, tx, untrustedToken)
    const isReplaced = await replaceCode(
      tx,
      grant.id,
      { code_hash: codeHash, code_sent_at: now, code_expires_at: after(shareLimits.shareCodeMs) },
      after(-limits.shareCodeResendMs),
    )
    if (!isReplaced) refuseCodeTooSoon(now, now)
    const data = { business: grant.business_name, code: new Secret(code) }
    await queueEmail(services, tx, { to: grant.email, template: auditorCodeEmail, data })
    const target = { kind: 'auditor', id: grant.id } as const
    await recordAudit(tx, call, { at: clock.now(), action: 'auditor.send-code', target })
  })
  return { canResendAt: after(limits.shareCodeResendMs).toISOString() }
}

/** Confirms the address with the code and opens the binder in this browser for an hour. */
export async function openAudit(
  services: Services,
  call: Call,
  { token: untrustedToken, code }: { token: string; code: string },
): Promise<{ grantId: string; token: string }> {
  const { clock, database } = services
  const act = <T>(work: (tx: Transaction) => Promise<T>) => database.transact(systemActor, work)
  const grant = await act((tx) => requireLive(services, tx, untrustedToken))
  const target = { kind: 'auditor', id: grant.id } as const
  const guess = await takeGuess(services, {
    at: 'share-code',
    subject: grant.id,
    personId: undefined,
    deviceToken: undefined,
    ip: call.origin.ip,
  })
  const refuse = async (text?: string): Promise<never> => {
    const at = clock.now()
    await act((tx) => recordAudit(tx, call, { at, action: 'auditor.open', target, result: 'refused' }))
    throw new AppError('wrong-code', text === undefined ? {} : { text })
  }
  const given = await hashEmailedCode(services, subjectOf(grant), code)
  const right = await act((tx) => countAttempt(tx, grant.id, limits.shareCodeAttempts, clock.latest()))
  if (!right) return refuse('This code no longer works. Ask for a new one.')
  if (!timingSafeEqual(given, right)) return refuse()
  const token = randomToken()
  const now = clock.latest()
  const isIn = await act(async (tx) => {
    await requireLive(services, tx, untrustedToken)
    if (!(await takeCode(tx, grant.id, right))) return false
    await guess.wasRight(tx)
    await forgetCodeRequests(tx, 'share-code-request', { subject: grant.email, ip: call.origin.ip })
    await insertViewer(tx, {
      id: randomUUID(),
      token_hash: hashToken(token),
      grant_id: grant.id,
      created_at: now,
      expires_at: new Date(now.getTime() + shareLimits.viewerSessionMs),
    })
    await recordAudit(tx, call, { at: clock.now(), action: 'auditor.open', target })
    return true
  })
  return isIn ? { grantId: grant.id, token } : refuse()
}

/** The access that a browser asks about and its cookie for it. */
export interface AuditKey {
  grantId: string
  cookie: string | undefined
}

/** Without a confirmed address nothing is revealed, not even whether the link exists. */
export async function requireAuditor(
  { clock }: Pick<Services, 'clock'>,
  tx: Transaction,
  { grantId, cookie }: AuditKey,
): Promise<LiveGrant> {
  const found = cookie
    ? await findViewer(tx, { tokenHash: hashToken(cookie), grantId, now: clock.latest() })
    : undefined
  if (!found) throw new AppError('code-needed')
  if (!found.isLive) throw new AppError('gone')
  return found
}

/** Its cookie no longer opens anything. */
export async function leaveAudit(services: Services, { grantId, cookie }: AuditKey): Promise<void> {
  if (!cookie) return
  await services.database.transact(systemActor, (tx) => deleteViewer(tx, hashToken(cookie), grantId))
}
