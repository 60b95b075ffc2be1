import type { Stream } from '@exempta/contract/events'
import type { Role } from '@exempta/contract/people'
import type { PersonActor } from '../../platform/call.ts'

/** Who a notification is for. */
export type Audience =
  | { kind: 'person'; id: string }
  | { kind: 'business'; id: string }
  | { kind: 'role'; role: Role }
  | { kind: 'everybody' }

export function streamOf(audience: Audience): Stream {
  switch (audience.kind) {
    case 'person':
    case 'business':
      return `${audience.kind}:${audience.id}`
    case 'role':
      return `role:${audience.role}`
    case 'everybody':
      return 'everybody'
  }
}

export function audiencesOf({ id, role, businessId }: PersonActor): Stream[] {
  return [
    `person:${id}`,
    ...(businessId ? [`business:${businessId}` as const] : []),
    `role:${role}`,
    'everybody',
  ]
}
