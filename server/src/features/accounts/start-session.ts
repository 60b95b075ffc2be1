import type { Role } from '@exempta/contract/people'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import type { Call } from '../../platform/call.ts'
import type { Actor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { isAllowedFrom } from '../../platform/http/address-list.ts'
import { hashToken, randomToken } from '../../platform/random-token.ts'
import { refreshConnections } from '../../platform/realtime/dismiss-connections.ts'
import type { Services } from '../../platform/services.ts'
import { findAllowedRanges, insertSession, noteSignIn, replaceToken } from './queries/sessions.ts'

/** A new session with a new token; the token itself leaves only as a cookie. */
export async function startSession(
  services: Services,
  tx: Transaction,
  call: Call,
  person: { id: string; role: Role },
  details: Record<string, string> = {},
): Promise<string> {
  const token = randomToken()
  const { ip, userAgent } = call.origin
  await requireAllowedAddress(tx, person.id, ip)
  const at = services.clock.now()
  const session = { tokenHash: hashToken(token), userId: person.id, stage: 'full', ip, userAgent } as const
  await insertSession(tx, session, at)
  await noteSignIn(tx, person.id, at)
  // From here on it is the person who acts, no longer a visitor.
  const actor: Actor = { kind: 'person', id: person.id, role: person.role }
  const target = { kind: 'person', id: person.id } as const
  await recordAudit(tx, { ...call, actor }, { at, action: 'session.sign-in', target, details })
  return token
}

async function requireAllowedAddress(tx: Transaction, personId: string, ip: string | null): Promise<void> {
  if (!isAllowedFrom(await findAllowedRanges(tx, personId), ip)) throw new AppError('address-not-allowed')
}

/** The password was right: a token that opens nothing but the second step, for a short while. */
export async function awaitSecondFactor(
  services: Services,
  tx: Transaction,
  call: Call,
  userId: string,
): Promise<string> {
  const token = randomToken()
  const { ip, userAgent } = call.origin
  await requireAllowedAddress(tx, userId, ip)
  const session = { tokenHash: hashToken(token), userId, stage: 'second-factor', ip, userAgent } as const
  await insertSession(tx, session, services.clock.now())
  return token
}

/** The same session under a new token: what was copied before opens nothing any more, and tabs connect again. */
export async function rotateToken(
  tx: Transaction,
  { sessionId, personId }: { sessionId: string; personId: string },
): Promise<string> {
  const token = randomToken()
  if (!(await replaceToken(tx, sessionId, hashToken(token)))) throw new AppError('not-signed-in')
  await refreshConnections(tx, personId)
  return token
}
