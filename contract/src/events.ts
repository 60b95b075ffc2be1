import { z } from 'zod'

/** What the server pushes over the one socket of each tab. A type here is the only place an event is defined. */
export const events = {
  'session.ended': z.object({ reason: z.enum(['signed-out', 'expired', 'revoked']) }),
} as const satisfies Record<string, z.ZodType>

export type EventName = keyof typeof events
export type EventPayload<Name extends EventName> = z.infer<(typeof events)[Name]>
