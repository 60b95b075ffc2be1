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
  pendingEmail: z.string().nullable().describe('The new address, until its link is used'),
  isEmailVerified: z.boolean(),
  role: Role,
  status: UserStatus,
  memberSince: z.iso.datetime(),
  lastLoginAt: z.iso.datetime().nullable().describe('The login before the current one'),
})
export type Profile = z.infer<typeof Profile>

export const getProfile = defineRoute({
  method: 'GET',
  path: '/api/profile',
  summary: 'Get your account',
  tag,
  access: signedIn,
  response: Profile,
})

export const updateProfile = defineRoute({
  method: 'PATCH',
  path: '/api/profile',
  summary: 'Change or confirm your name. Email addresses are changed separately.',
  tag,
  access: signedIn,
  body: z.strictObject({ name: PersonName }),
  freeText: ['name'],
  response: Profile,
})

export const changePassword = defineRoute({
  method: 'PUT',
  path: '/api/profile/password',
  summary: 'Change your password. This logs out your other sessions.',
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
    .describe('The email an administrator opened; null for other kinds of activity'),
  document: z.string().nullable().describe('The name of the document that it’s about'),
  recipient: z.string().nullable().describe('Whom the document is shared with'),
})
export type Activity = z.infer<typeof Activity>

export const listActivity = defineRoute({
  method: 'GET',
  path: '/api/profile/activity',
  summary: 'List activity on your account, newest first',
  tag,
  access: signedIn,
  query: PageQuery,
  response: pageOf(Activity),
})
