import { z } from 'zod'
import { anyone, only } from '../access.ts'
import { OneTimeToken, Session } from '../accounts.ts'
import { MemberRole } from '../businesses.ts'
import { ChosenPassword, EmailAddress, PersonName } from '../people.ts'
import { defineRoute } from '../route.ts'

const tag = 'Invitations'

/** An invitation that nobody has taken up yet. */
export const Invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  role: MemberRole,
  invitedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().describe('When the link of its newest mail ends'),
})
export type Invitation = z.infer<typeof Invitation>

export const listInvitations = defineRoute({
  method: 'GET',
  path: '/api/business/invitations',
  summary: 'Who is invited to the own business and has not joined yet (managers)',
  tag,
  access: only('business'),
  response: z.object({ invitations: z.array(Invitation) }),
  errors: ['not-allowed'],
})

export const inviteMember = defineRoute({
  method: 'POST',
  path: '/api/business/invitations',
  summary: 'Invite somebody to the own business by mail (managers); inviting again sends a new link',
  tag,
  access: only('business'),
  throttle: 'guess',
  body: z.strictObject({ email: EmailAddress, role: MemberRole.default('viewer') }),
  response: z.object({ invitation: Invitation }),
  status: 201,
  errors: ['not-allowed', 'cannot-be-invited', 'conflict'],
})

export const revokeInvitation = defineRoute({
  method: 'DELETE',
  path: '/api/business/invitations/:id',
  summary: 'Take an invitation back (managers); its link stops working',
  tag,
  access: only('business'),
  params: z.object({ id: z.uuid() }),
  response: 'nothing',
  errors: ['not-allowed', 'not-found'],
})

/** What the page shows before anything is pressed; looking changes nothing. */
export const getInvitation = defineRoute({
  method: 'POST',
  path: '/api/invitations/look',
  summary: 'Which business invites, and whom',
  tag,
  access: anyone,
  throttle: 'guess',
  body: z.strictObject({ token: OneTimeToken }),
  response: z.object({
    business: z.string(),
    email: z.string(),
    role: MemberRole,
    hasAccount: z.boolean().describe('True: sign in and join. False: accept with a name and a password'),
  }),
  errors: ['gone'],
})

export const acceptInvitation = defineRoute({
  method: 'POST',
  path: '/api/invitations/accept',
  summary: 'Join the business that sent the invitation, with a new account',
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
  summary: 'Join the business that sent the invitation, with the account of the invited address',
  tag,
  access: only('business'),
  throttle: 'guess',
  body: z.strictObject({ token: OneTimeToken }),
  response: z.object({ session: Session }),
  errors: ['gone', 'not-allowed', 'cannot-be-invited'],
})
