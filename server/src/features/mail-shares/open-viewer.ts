import { randomUUID, timingSafeEqual } from 'node:crypto'
import { limits } from '@exempta/contract/limits'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { hashToken, randomToken } from '../../platform/random-token.ts'
import type { Services } from '../../platform/services.ts'
import { forgetGuessesAt, takeGuess } from '../accounts/index.ts'
import { requireLiveLink } from './live-link.ts'
import { countAttempt, insertViewer, type LiveLink, takeCode } from './queries.ts'
import { hashCode } from './share-codes.ts'

export interface OpenedViewer {
  linkId: string
  /** For the cookie; only its hash is stored. */
  token: string
}

/** Proves the address with the code, and opens the link in this browser for an hour. */
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
  const given = await hashCode(services, link.id, code)
  const right = await act((tx) => countAttempt(tx, link.id, limits.shareCodeAttempts, clock.now()))
  if (!right) return refuse(services, call, link, 'This code no longer works. Please ask for a new one.')
  if (!timingSafeEqual(given, right)) return refuse(services, call, link)
  const token = randomToken()
  const now = clock.now()
  const isIn = await act(async (tx) => {
    await requireLiveLink(services, tx, untrustedToken)
    if (!(await takeCode(tx, link.id, right))) return false
    await guess.wasRight(tx)
    await forgetGuessesAt(tx, 'share-code-request', link.email)
    await insertViewer(tx, {
      id: randomUUID(),
      token_hash: hashToken(token),
      link_id: link.id,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + limits.viewerSessionMs),
    })
    await recordAudit(tx, call, {
      at: now,
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
