import { z } from 'zod'
import { signedIn } from '../access.ts'
import { auditActions, auditResults } from '../admin/audit.ts'
import { PageQuery, pageOf } from '../paging.ts'
import { ChosenPassword, PersonName, Role, TypedPassword, UserStatus } from '../people.ts'
import { defineRoute } from '../route.ts'

const tag = 'Profile'

export const Profile = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  pendingEmail: z.string().nullable().describe('The new address while its link is not used yet'),
  isEmailVerified: z.boolean(),
  role: Role,
  status: UserStatus,
  memberSince: z.iso.datetime(),
  lastLoginAt: z.iso.datetime().nullable().describe('The sign-in before the current one'),
})
export type Profile = z.infer<typeof Profile>

export const getProfile = defineRoute({
  method: 'GET',
  path: '/api/profile',
  summary: 'The own account',
  tag,
  access: signedIn,
  response: Profile,
})

export const updateProfile = defineRoute({
  method: 'PATCH',
  path: '/api/profile',
  summary: 'Change the own name; the address has a way of its own',
  tag,
  access: signedIn,
  body: z.strictObject({ name: PersonName }),
  freeText: ['name'],
  response: Profile,
})

export const changePassword = defineRoute({
  method: 'PUT',
  path: '/api/profile/password',
  summary: 'Change the own password; other sessions end',
  tag,
  access: signedIn,
  opensUnder: ['choose-password'],
  throttle: 'guess',
  body: z.strictObject({ currentPassword: TypedPassword, newPassword: ChosenPassword }),
  response: 'nothing',
  errors: ['wrong-password', 'weak-password', 'conflict', 'too-many-requests'],
})

export const Activity = z.object({
  id: z.string(),
  action: z.enum(auditActions),
  result: z.enum(auditResults),
  at: z.iso.datetime(),
  ip: z.string().nullable(),
  openedEmail: z
    .enum(['received', 'sent'])
    .nullable()
    .describe('Which email of yours an administrator opened; null for everything else'),
})
export type Activity = z.infer<typeof Activity>

export const listActivity = defineRoute({
  method: 'GET',
  path: '/api/profile/activity',
  summary: 'What was done with the own account, newest first',
  tag,
  access: signedIn,
  query: PageQuery,
  response: pageOf(Activity),
})
