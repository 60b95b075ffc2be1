import { AppError } from '../../platform/app-error.ts'
import { recordAudit } from '../../platform/audit/record-audit.ts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Services } from '../../platform/services.ts'
import { endSessionsOf } from './end-sessions.ts'

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
