import { z } from 'zod'
import { anyone, only } from '../access.ts'
import { OneTimeToken, Session } from '../accounts.ts'
import { MemberRole } from '../businesses.ts'
import { ChosenPassword, EmailAddress, PersonName } from '../people.ts'
import { defineRoute } from '../route.ts'

const tag = 'Invitations'

/** An invitation that has not been accepted yet. */
export const Invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  role: MemberRole,
  invitedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().describe('When the newest invitation link expires'),
})
export type Invitation = z.infer<typeof Invitation>

export const listInvitations = defineRoute({
  method: 'GET',
  path: '/api/business/invitations',
  summary: 'List open invitations to your business (managers)',
  tag,
  access: only('business'),
  response: z.object({ invitations: z.array(Invitation) }),
  errors: ['not-allowed'],
})

export const inviteMember = defineRoute({
  method: 'POST',
  path: '/api/business/invitations',
  summary: 'Invite someone to your business by email (managers). Inviting again sends a new link.',
  tag,
  access: only('business'),
  throttle: 'guess',
  body: z.strictObject({ email: EmailAddress, role: MemberRole.default('viewer') }),
  response: z.object({
    invitation: Invitation,
    link: z
      .string()
      .nullable()
      .describe('To pass on yourself. Null if an email server is configured: then the link is emailed.'),
  }),
  status: 201,
  errors: ['not-allowed', 'cannot-be-invited', 'conflict'],
})

export const revokeInvitation = defineRoute({
  method: 'DELETE',
  path: '/api/business/invitations/:id',
  summary: 'Cancel an invitation (managers). Its link stops working.',
  tag,
  access: only('business'),
  params: z.object({ id: z.uuid() }),
  response: 'nothing',
  errors: ['not-allowed', 'not-found'],
})

/** Shown before the person accepts; has no side effects. */
export const getInvitation = defineRoute({
  method: 'POST',
  path: '/api/invitations/look',
  summary: 'Get an invitation',
  tag,
  access: anyone,
  throttle: 'guess',
  body: z.strictObject({ token: OneTimeToken }),
  response: z.object({
    business: z.string(),
    email: z.string(),
    role: MemberRole,
    hasAccount: z.boolean().describe('True: log in to join. False: accept with a name and password.'),
  }),
  errors: ['gone'],
})

export const acceptInvitation = defineRoute({
  method: 'POST',
  path: '/api/invitations/accept',
  summary: 'Accept an invitation with a new account',
  tag,
  access: anyone,
  throttle: 'guess',
  body: z.strictObject({ token: OneTimeToken, name: PersonName, password: ChosenPassword }),
  freeText: ['name'],
  response: z.object({ session: Session }),
  status: 201,
  errors: ['gone', 'weak-password', 'address-taken', 'address-not-allowed'],
})

export const joinBusiness = defineRoute({
  method: 'POST',
  path: '/api/invitations/join',
  summary: 'Accept an invitation with the invited address’s existing account',
  tag,
  access: only('business'),
  throttle: 'guess',
  body: z.strictObject({ token: OneTimeToken }),
  response: z.object({ session: Session }),
  errors: ['gone', 'not-allowed', 'cannot-be-invited'],
})
