import { systemActor } from '../../platform/db/actor.ts'
import type { Services } from '../../platform/services.ts'
import { touchSession } from './queries/sessions.ts'

/** The time without activity starts anew; the end in any case stays where it is. */
export function renewSession(services: Services, sessionId: string): Promise<void> {
  return services.database.transact(systemActor, (tx) => touchSession(tx, sessionId, services.clock.now()))
}
