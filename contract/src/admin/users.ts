import { z } from 'zod'
import { only } from '../access.ts'
import { accountLimits } from '../accounts/limits.ts'
import { ActiveSession } from '../accounts.ts'
import { MemberRole } from '../businesses.ts'
import { PageQuery, pageOf } from '../paging.ts'
import { EmailAddress, PersonName, Role, TemporaryPassword, UserStatus } from '../people.ts'
import { defineRoute } from '../route.ts'
import { OneLine, orNothing, SearchText } from '../text.ts'
import { Version } from '../whole-numbers.ts'

const tag = 'Users'
const admin = only('admin')

export const User = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: Role,
  status: UserStatus,
  business: z
    .object({ id: z.uuid(), name: z.string(), role: MemberRole })
    .nullable()
    .describe('The business that someone with the business role works for'),
  createdAt: z.iso.datetime(),
  lastLoginAt: z.iso.datetime().nullable(),
  lockedUntil: z.iso
    .datetime()
    .nullable()
    .describe('After too many wrong passwords or codes, logging in is refused until then'),
  isSelf: z.boolean(),
  version: z
    .int()
    .describe('Send it with a change. The change is refused if someone else changed this first.'),
})
export type User = z.infer<typeof User>

export const userSorts = ['newest', 'oldest', 'name', 'name-down'] as const

export const listUsers = defineRoute({
  method: 'GET',
  path: '/api/admin/users',
  summary: 'List every account',
  tag,
  access: admin,
  query: PageQuery.extend({
    search: SearchText.optional().describe('Part of a name or email address'),
    role: Role.optional(),
    status: UserStatus.optional(),
    sort: z.enum(userSorts).default('newest'),
  }),
  response: pageOf(User),
})

/** A person with the role `business` works for an existing business or is the first manager of a new one. */
const place = {
  businessId: z.uuid('Please choose a business').nullable().default(null),
  memberRole: MemberRole.default('viewer').describe('An existing business'),
  businessName: orNothing(OneLine(accountLimits.nameLength)).default(null),
}

export const businessMissing = 'Please choose a business or name a new one'

const editable = { name: PersonName, role: Role.default('user'), status: UserStatus.default('active') }

export const NewUser = z
  .strictObject({ ...editable, email: EmailAddress, password: TemporaryPassword, ...place })
  .refine(({ role, businessId, businessName }) => role !== 'business' || businessId || businessName, {
    path: ['businessId'],
    message: businessMissing,
  })
export type NewUser = z.output<typeof NewUser>

/** The password is temporary: with it the person can only choose their own. */
export const createUser = defineRoute({
  method: 'POST',
  path: '/api/admin/users',
  summary: 'Add a user with a temporary password',
  tag,
  access: admin,
  body: NewUser,
  freeText: ['name', 'businessName'],
  response: User,
  status: 201,
  errors: ['address-taken', 'not-found'],
})

export const UserChange = z.strictObject({ version: Version, ...editable, ...place })
export type UserChange = z.output<typeof UserChange>

const params = z.object({ id: z.uuid() })

export const UserDetail = User.extend({ isEmailVerified: z.boolean(), hasTwoFactor: z.boolean() })
export type UserDetail = z.infer<typeof UserDetail>

export const getUser = defineRoute({
  method: 'GET',
  path: '/api/admin/users/:id',
  summary: 'Get an account',
  tag,
  access: admin,
  params,
  response: UserDetail,
  errors: ['not-found'],
})

export const listUserSessions = defineRoute({
  method: 'GET',
  path: '/api/admin/users/:id/sessions',
  summary: 'List where a person is logged in',
  tag,
  access: admin,
  params,
  response: z.object({ sessions: z.array(ActiveSession.omit({ isCurrent: true })) }),
  errors: ['not-found'],
})

export const endUserSessions = defineRoute({
  method: 'DELETE',
  path: '/api/admin/users/:id/sessions',
  summary: 'Log a person out everywhere',
  tag,
  access: admin,
  params,
  response: z.object({ ended: z.int() }),
  errors: ['not-found', 'own-account'],
})

export const unlockUser = defineRoute({
  method: 'DELETE',
  path: '/api/admin/users/:id/lock',
  summary: 'Let a person log in who entered too many wrong passwords or codes',
  tag,
  access: admin,
  params,
  response: 'nothing',
  errors: ['not-found'],
})

export const sendResetLink = defineRoute({
  method: 'POST',
  path: '/api/admin/users/:id/reset-link',
  summary: 'Email a person a link to choose a new password',
  tag,
  access: admin,
  params,
  response: 'nothing',
  errors: ['not-found', 'account-not-active'],
})

/**
 * A person who is no longer active is logged out everywhere. Changing the role ends what belonged to the old
 * one.
 */
export const updateUser = defineRoute({
  method: 'PUT',
  path: '/api/admin/users/:id',
  summary: 'Change a user’s name, role and status',
  tag,
  access: admin,
  params,
  body: UserChange,
  freeText: ['name', 'businessName'],
  response: User,
  errors: ['not-found', 'conflict', 'own-account', 'last-of-its-kind'],
})

export const removeUser = defineRoute({
  method: 'DELETE',
  path: '/api/admin/users/:id',
  summary: 'Delete an account and everything in it',
  tag,
  access: admin,
  params,
  response: 'nothing',
  errors: ['not-found', 'own-account', 'last-of-its-kind'],
})
