import type { Actor } from '../../platform/db/actor.ts'

/** The verbs that run as the system role ask this themselves: row-level security does not guard them. */
export const mayManageMail = (actor: Actor): boolean => actor.kind === 'person' && actor.role === 'admin'
