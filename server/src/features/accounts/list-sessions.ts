import type { ActiveSession } from '@exempta/contract/accounts'
import { type Call, personOf } from '../../platform/call.ts'
import { systemActor } from '../../platform/db/actor.ts'
import type { Services } from '../../platform/services.ts'
import { deviceInWords } from './device-in-words.ts'
import { listLiveSessions } from './queries/sessions.ts'

const minuteMs = 60_000

export async function listSessions(
  services: Services,
  call: Call,
  currentSessionId: string,
): Promise<ActiveSession[]> {
  const { clock, settings } = services
  const nowMs = clock.now().getTime()
  const since = {
    seen: new Date(nowMs - settings.get('session.idleMinutes') * minuteMs),
    created: new Date(nowMs - settings.get('session.absoluteHours') * 60 * minuteMs),
  }
  const { id } = personOf(call)
  const rows = await services.database.transact(systemActor, (tx) => listLiveSessions(tx, id, since), {
    readOnly: true,
  })
  return rows.map((row) => ({
    id: row.id,
    isCurrent: row.id === currentSessionId,
    device: deviceInWords(row.user_agent),
    ip: row.ip,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
  }))
}
