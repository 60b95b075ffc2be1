import type { Stream } from '@exempta/contract/events'
import type { Actor } from '../db/actor.ts'

/**
 * `ask`: the feature that owns this kind of stream decides (see StreamGrants).
 * The answer never depends on whether the stream exists.
 */
export type StreamRuling = 'allow' | 'deny' | 'ask'

/** Whether somebody may follow a stream. */
export function ruleOnStream(actor: Actor, stream: Stream): StreamRuling {
  const [kind, id] = stream.split(':')
  if (kind === 'chat' || kind === 'document') return 'ask'
  if (actor.kind !== 'person') return 'deny'
  switch (kind) {
    case 'everybody':
      return 'allow'
    case 'agents':
      return allowIf(actor.role === 'admin')
    case 'person':
      return allowIf(id === actor.id)
    case 'role':
      return allowIf(id === actor.role)
    case 'business':
      return allowIf(id === actor.businessId)
    default:
      return 'deny'
  }
}

/** Browsers may send signals where people talk to each other, and nowhere else. */
export const takesSignals = (stream: Stream): boolean => stream.startsWith('chat:')

const allowIf = (isAllowed: boolean): StreamRuling => (isAllowed ? 'allow' : 'deny')
