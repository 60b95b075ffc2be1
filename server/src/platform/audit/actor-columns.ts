import type { Actor, PersonRole } from '../db/actor.ts'
import type { AuditDetails } from './opaque.ts'

interface ActorColumns {
  actor_kind: Actor['kind']
  actor_id: string | null
  actor_role: PersonRole | null
}

/** Who did it, as the row has it. */
export const actorColumns = (actor: Actor): ActorColumns => ({
  actor_kind: actor.kind,
  actor_id: actor.kind === 'person' || actor.kind === 'key' ? actor.id : null,
  actor_role: actor.kind === 'person' ? actor.role : null,
})

/** A key is told with its business: the row outlives the key. */
export const detailsOf = (actor: Actor, { details = {} }: { details?: AuditDetails }): AuditDetails =>
  actor.kind === 'key' ? { business: actor.businessId, ...details } : details
