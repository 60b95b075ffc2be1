import { z } from 'zod'
import { anyone, duties, signedIn } from './access.ts'
import { BusinessMembership } from './businesses.ts'
import { BackupCode, TwoFactorCode } from './codes.ts'
import { FormTrap } from './form-trap.ts'
import { ChosenPassword, EmailAddress, Person, PersonName, TypedPassword } from './people.ts'
import { defineRoute } from './route.ts'

const tag = 'Accounts'

/** Opaque single-use tokens are 32 random bytes in base64url. */
export const OneTimeToken = z.string().regex(/^[\w-]{43}$/, 'This link is not complete')

export const SignedInPerson = Person.extend({
  isEmailVerified: z.boolean(),
  hasTwoFactor: z.boolean(),
  business: BusinessMembership.nullable().describe('Null unless the role is business'),
})
export type SignedInPerson = z.infer<typeof SignedInPerson>

export const Session = z.object({
  id: z.uuid(),
  person: SignedInPerson,
  duty: z.enum(duties).nullable(),
  expiresAt: z.iso.datetime().describe('When it ends unless the person goes on working'),
  endsAt: z.iso.datetime().describe('When it ends in any case'),
  idleMs: z.int().describe('How long it lasts without activity'),
  asOf: z.iso.datetime().describe("The server's time at this answer: clocks of browsers may be wrong"),
})
export type Session = z.infer<typeof Session>

export const secondFactors = ['code', 'backup-code', 'passkey'] as const

/** Signing in either ends in a session, or asks for the second factor first. */
export const SignInAnswer = z.discriminatedUnion('next', [
  z.object({ next: z.literal('signed-in'), session: Session }),
  z.object({ next: z.literal('second-factor'), factors: z.array(z.enum(secondFactors)) }),
])
export type SignInAnswer = z.infer<typeof SignInAnswer>

export const getSession = defineRoute({
  method: 'GET',
  path: '/api/session',
  summary: 'Who is signed in here, if anybody',
  tag,
  access: anyone,
  response: z.object({ session: Session.nullable() }),
})

export const signIn = defineRoute({
  method: 'POST',
  path: '/api/session',
  summary: 'Sign in with email and password',
  tag,
  access: anyone,
  throttle: 'guess',
  body: z.strictObject({ email: EmailAddress, password: TypedPassword }),
  response: SignInAnswer,
  errors: [
    'wrong-credentials',
    'account-not-active',
    'password-expired',
    'address-not-allowed',
    'too-many-requests',
  ],
})

export const answerSecondFactor = defineRoute({
  method: 'POST',
  path: '/api/session/second-factor',
  summary: 'Finish signing in with a code of the authenticator app or a backup code',
  tag,
  access: anyone,
  throttle: 'guess',
  body: z.union([z.strictObject({ code: TwoFactorCode }), z.strictObject({ backupCode: BackupCode })]),
  response: z.object({ session: Session }),
  errors: ['wrong-code', 'not-signed-in', 'address-not-allowed', 'too-many-requests'],
})

export const renewSession = defineRoute({
  method: 'POST',
  path: '/api/session/renew',
  summary: 'The person is at work: the time without activity starts anew',
  tag,
  access: signedIn,
  opensUnder: duties,
  response: z.object({ session: Session }),
})

export const signOut = defineRoute({
  method: 'DELETE',
  path: '/api/session',
  summary: 'Sign out of this browser',
  tag,
  access: anyone,
  response: 'nothing',
})

export const ActiveSession = z.object({
  id: z.uuid(),
  isCurrent: z.boolean(),
  device: z.string().describe('Browser and system, in words'),
  ip: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
})
export type ActiveSession = z.infer<typeof ActiveSession>

export const listSessions = defineRoute({
  method: 'GET',
  path: '/api/sessions',
  summary: 'Where the person is signed in',
  tag,
  access: signedIn,
  response: z.object({ sessions: z.array(ActiveSession) }),
})

export const revokeSession = defineRoute({
  method: 'DELETE',
  path: '/api/sessions/:id',
  summary: 'Sign out one of the own sessions',
  tag,
  access: signedIn,
  params: z.object({ id: z.uuid() }),
  response: 'nothing',
  errors: ['not-found'],
})

export const revokeOtherSessions = defineRoute({
  method: 'DELETE',
  path: '/api/sessions',
  summary: 'Sign out everywhere but here',
  tag,
  access: signedIn,
  response: 'nothing',
})

export const setUpAdministrator = defineRoute({
  method: 'POST',
  path: '/api/setup',
  summary: 'Make the first administrator with the one-time link printed at start',
  tag,
  access: anyone,
  throttle: 'guess',
  body: z.strictObject({
    token: OneTimeToken,
    name: PersonName,
    email: EmailAddress,
    password: ChosenPassword,
  }),
  freeText: ['name'],
  response: z.object({ session: Session }),
  status: 201,
  errors: ['gone', 'address-taken', 'weak-password'],
})

/** Nobody makes an administrator of themselves: a forged role is refused. */
export const register = defineRoute({
  method: 'POST',
  path: '/api/accounts',
  summary: 'Register as a user, or as a business with its first manager',
  tag,
  access: anyone,
  throttle: 'guess',
  body: z.strictObject({
    type: z.enum(['user', 'business']),
    name: PersonName.describe("The person's name; for a business, the business's name"),
    email: EmailAddress,
    password: ChosenPassword,
    website: FormTrap,
  }),
  freeText: ['name'],
  response: z.object({ session: Session }),
  status: 201,
  errors: ['address-taken', 'weak-password', 'too-many-requests'],
})

/** What everybody is told who asks for a link, whether or not the address is known. */
export const resetLinkSent =
  'If an account with this email exists, we have sent it a link to choose a new password. It works for 30 minutes.'

export const requestPasswordReset = defineRoute({
  method: 'POST',
  path: '/api/password-resets',
  summary: 'Send a link to choose a new password; the answer never tells whether the address is known',
  tag,
  access: anyone,
  throttle: 'guess',
  body: z.strictObject({ email: EmailAddress }),
  response: z.object({ message: z.string() }),
  status: 202,
  errors: ['too-many-requests'],
})

export const resetPassword = defineRoute({
  method: 'POST',
  path: '/api/password-resets/complete',
  summary: 'Choose a new password with the link; every session ends and the person signs in anew',
  tag,
  access: anyone,
  throttle: 'guess',
  body: z.strictObject({ token: OneTimeToken, password: ChosenPassword }),
  response: 'nothing',
  errors: ['gone', 'weak-password'],
})

export const requestEmailVerification = defineRoute({
  method: 'POST',
  path: '/api/email-verifications',
  summary: 'Send the link that verifies the own address again',
  tag,
  access: signedIn,
  throttle: 'guess',
  response: 'nothing',
  errors: ['conflict', 'too-many-requests'],
})

export const verifyEmail = defineRoute({
  method: 'POST',
  path: '/api/email-verifications/complete',
  summary: 'Verify the address with the link',
  tag,
  access: anyone,
  throttle: 'guess',
  body: z.strictObject({ token: OneTimeToken }),
  response: 'nothing',
  errors: ['gone'],
})

export const requestEmailChange = defineRoute({
  method: 'POST',
  path: '/api/email-changes',
  summary: 'Send a link to the new address; the change takes effect when it is used',
  tag,
  access: signedIn,
  throttle: 'guess',
  body: z.strictObject({ email: EmailAddress, password: TypedPassword }),
  response: 'nothing',
  errors: ['wrong-password', 'address-taken', 'too-many-requests'],
})

export const changeEmail = defineRoute({
  method: 'POST',
  path: '/api/email-changes/complete',
  summary: 'Change the address with the link; the old address is told',
  tag,
  access: anyone,
  throttle: 'guess',
  body: z.strictObject({ token: OneTimeToken }),
  response: 'nothing',
  errors: ['gone', 'address-taken'],
})
