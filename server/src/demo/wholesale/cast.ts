import { z } from 'zod'
import { type Call, systemCall } from '../../platform/call.ts'
import { anonymousActor } from '../../platform/db/actor.ts'

/** Who takes part, and when the demo began: days are counted from then, so that a repeated job draws the same papers. */
export const Cast = z.object({
  startedAt: z.iso.datetime(),
  businessId: z.uuid(),
  managerId: z.uuid(),
  colleagueId: z.uuid(),
  viewerId: z.uuid(),
  userId: z.uuid(),
  agentId: z.uuid(),
})
export type Cast = z.infer<typeof Cast>

/** A call of a team member. */
export const memberCall = (cast: Cast, who: 'managerId' | 'colleagueId' | 'viewerId'): Call => ({
  ...systemCall,
  actor: {
    kind: 'person',
    id: cast[who],
    role: 'business',
    businessId: cast.businessId,
    memberRole: who === 'viewerId' ? 'viewer' : 'manager',
  },
})

/** Someone who opened a link. */
export const visitor: Call = { ...systemCall, actor: anonymousActor }
