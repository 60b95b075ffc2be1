import type { ActiveSession } from '@exempta/contract/accounts'
import { minuteMs } from '@exempta/contract/durations'
import type { SessionEndReason } from '@exempta/contract/events'
import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { endSessions } from '../../platform/realtime/dismiss-connections.ts'
import type { Services } from '../../platform/services.ts'
import { deleteCompanySessions, deleteSessionsOf, listLiveSessions } from './queries/sessions.ts'

export async function listSessions(
  services: Services,
  call: Call,
  currentSessionId: string,
): Promise<ActiveSession[]> {
  const rows = await listSessionsOf(services, personOf(call).id)
  return rows.map((row) => ({ ...row, isCurrent: row.id === currentSessionId }))
}

/** Where a person is logged in. The caller checks who may know. */
export async function listSessionsOf(
  services: Services,
  personId: string,
): Promise<Omit<ActiveSession, 'isCurrent'>[]> {
  const { clock, settings } = services
  const nowMs = clock.latest().getTime()
  const since = {
    seen: new Date(nowMs - settings.get('session.idleMinutes') * minuteMs),
    created: new Date(nowMs - settings.get('session.absoluteHours') * 60 * minuteMs),
  }
  const rows = await services.database.transact(systemActor, (tx) => listLiveSessions(tx, personId, since), {
    readOnly: true,
  })
  return rows.map((row) => ({
    id: row.id,
    device: deviceInWords(row.user_agent),
    ip: row.ip,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
  }))
}

// The first match wins: most browsers also claim to be those further down.
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/** Names browser and system the way people do; unknown ones are not guessed. */
export function deviceInWords(untrustedUserAgent: string | null): string {
  const find = (names: typeof browsers) => names.find(([mark]) => mark.test(untrustedUserAgent ?? ''))?.[1]
  const browser = find(browsers)
  const system = find(systems)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

/** Ends a person's sessions and their sockets in every process when the transaction commits. */
export async function endSessionsOf(
  tx: Transaction,
  personId: string,
  which: { only?: string; except?: string; reason?: SessionEndReason } = {},
): Promise<number> {
  const ended = await deleteSessionsOf(tx, personId, which)
  if (ended > 0) {
    endSessions(
      tx,
      { personId, sessionId: which.only, exceptSessionId: which.except },
      which.reason ?? 'revoked',
    )
  }
  return ended
}

/** Ends what a company’s provider let in: everything, or the sessions of one person, or one session. */
export async function endCompanySessions(
  tx: Transaction,
  providerId: string,
  which: { subject?: string | undefined; session?: string | undefined } = {},
): Promise<{ id: string; user_id: string }[]> {
  const ended = await deleteCompanySessions(tx, providerId, which)
  for (const { id, user_id } of ended) endSessions(tx, { personId: user_id, sessionId: id }, 'revoked')
  return ended
}

export async function revokeSession(services: Services, call: Call, sessionId: string): Promise<void> {
  const person = personOf(call)
  await services.database.transact(systemActor, async (tx) => {
    const ended = await endSessionsOf(tx, person.id, { only: sessionId })
    if (ended === 0) throw new AppError('not-found')
    await recordAudit(tx, call, {
      at: services.clock.now(),
      action: 'session.revoke',
      target: { kind: 'session', id: sessionId },
    })
  })
}

export async function revokeOtherSessions(
  services: Services,
  call: Call,
  currentSessionId: string,
): Promise<void> {
  const person = personOf(call)
  await services.database.transact(systemActor, async (tx) => {
    const ended = await endSessionsOf(tx, person.id, { except: currentSessionId })
    await recordAudit(tx, call, {
      at: services.clock.now(),
      action: 'session.revoke',
      target: { kind: 'person', id: person.id },
      details: { ended },
    })
  })
}
