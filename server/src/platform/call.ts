import { AppError } from './app-error.ts'
import type { Actor } from './db/actor.ts'

/** Where an act came from, for the audit row. */
export interface Origin {
  ip: string | null
  userAgent: string | null
  requestId: string | null
}

/** Who acts, and from where: the second argument of every verb. */
export interface Call {
  actor: Actor
  origin: Origin
}

/** For actions that do not come from an HTTP request: jobs, startup and commands. */
export const systemCall: Call = {
  actor: { kind: 'system' },
  origin: { ip: null, userAgent: null, requestId: null },
}

export type PersonActor = Extract<Actor, { kind: 'person' }>
export type KeyActor = Extract<Actor, { kind: 'key' }>

/** Acts for a business: one of its team members or one of its API keys. */
export type MemberActor = PersonActor | KeyActor

/**
 * The logged-in person of a call. Routes declare that they need one; this check keeps a forgotten declaration
 * harmless.
 */
export function personOf({ actor }: Call): PersonActor {
  if (actor.kind !== 'person') throw new AppError('not-signed-in')
  return actor
}

/** For verbs that a page and the API share: the person, or the key, that may belong to a business. */
export function memberOf({ actor }: Call): MemberActor {
  if (actor.kind !== 'person' && actor.kind !== 'key') throw new AppError('not-signed-in')
  return actor
}
