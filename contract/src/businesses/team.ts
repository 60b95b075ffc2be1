import { z } from 'zod'
import { only } from '../access.ts'
import { MemberRole, MemberStatus } from '../businesses.ts'
import { PageQuery, pageOf } from '../paging.ts'
import { defineRoute } from '../route.ts'

const tag = 'Team'
const member = only('business')

export const TeamMember = z.object({
  id: z.uuid(),
  personId: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: MemberRole,
  status: MemberStatus,
  addedAt: z.iso.datetime(),
  lastActiveAt: z.iso.datetime().nullable().describe('Null until the first login as a team member'),
  isSelf: z.boolean(),
})
export type TeamMember = z.infer<typeof TeamMember>

export const listMembers = defineRoute({
  method: 'GET',
  path: '/api/business/members',
  summary: 'List your team members, most recently added first',
  tag,
  access: member,
  query: PageQuery,
  response: pageOf(TeamMember),
  errors: ['not-allowed'],
})

export const updateMember = defineRoute({
  method: 'PATCH',
  path: '/api/business/members/:id',
  summary: 'Change a team member’s role (managers). The last manager must stay a manager.',
  tag,
  access: member,
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({ role: MemberRole }),
  response: TeamMember,
  errors: ['not-allowed', 'not-found', 'last-of-its-kind'],
})

/** The person loses access with their next call; the account stays, and can be invited by another business. */
export const removeMember = defineRoute({
  method: 'DELETE',
  path: '/api/business/members/:id',
  summary: 'Remove a team member or leave the team (managers). The last manager can’t leave.',
  tag,
  access: member,
  params: z.object({ id: z.uuid() }),
  response: 'nothing',
  errors: ['not-allowed', 'not-found', 'last-of-its-kind'],
})
