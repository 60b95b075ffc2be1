import { z } from 'zod'
import { anyone, duties, signedIn } from './access.ts'
import { BusinessMembership, BusinessName } from './businesses.ts'
import { BackupCode, TwoFactorCode } from './codes.ts'
import { ChosenPassword, EmailAddress, Person, PersonName, TypedPassword } from './people.ts'
import { defineRoute } from './route.ts'
import { FormTrap } from './text.ts'

const tag = 'Accounts'

/** Opaque single-use tokens are 32 random bytes in base64url. */
export const OneTimeToken = z.string().regex(/^[\w-]{43}$/, 'This link is incomplete')

export const SignedInPerson = Person.extend({
  isEmailVerified: z.boolean(),
  hasTwoFactor: z.boolean(),
  business: BusinessMembership.nullable().describe('Null unless the role is business'),
  isAskedForName: z
    .boolean()
    .describe('The account has the name of its business, and the person hasn’t said that it’s their own'),
})
export type SignedInPerson = z.infer<typeof SignedInPerson>

export const Session = z.object({
  id: z.uuid(),
  person: SignedInPerson,
  duty: z.enum(duties).nullable(),
  expiresAt: z.iso.datetime().describe('When the session expires if there is no more activity'),
  endsAt: z.iso.datetime().describe('When the session expires even with activity'),
  idleMs: z.int().describe('How long a session lasts without activity'),
  asOf: z.iso.datetime().describe('The server’s time, because browser clocks can be wrong'),
  isFirstLogin: z.boolean().describe('Whether the person had never logged in before'),
  live: z
    .record(z.string(), z.int())
    .describe('The last event number of each stream of the person, to follow from there'),
})
export type Session = z.infer<typeof Session>

export const secondFactors = ['code', 'backup-code', 'passkey'] as const

/** A login ends in a session or first asks for the second factor. */
export const SignInAnswer = z.discriminatedUnion('next', [
  z.object({ next: z.literal('signed-in'), session: Session }),
  z.object({ next: z.literal('second-factor'), factors: z.array(z.enum(secondFactors)) }),
])
export type SignInAnswer = z.infer<typeof SignInAnswer>

export const getSession = defineRoute({
  method: 'GET',
  path: '/api/session',
  summary: 'Get the current session',
  tag,
  access: anyone,
  response: z.object({ session: Session.nullable() }),
})

export const signIn = defineRoute({
  method: 'POST',
  path: '/api/session',
  summary: 'Log in with email and password',
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
  summary: 'Finish logging in with a code from the authenticator app or a backup code',
  tag,
  access: anyone,
  throttle: 'guess',
  body: z.union([z.strictObject({ code: TwoFactorCode }), z.strictObject({ backupCode: BackupCode })]),
  response: z.object({
    session: Session,
    backupCodesLeft: z.int().nullable().describe('Null unless a backup code was used'),
  }),
  errors: ['wrong-code', 'not-signed-in', 'address-not-allowed', 'too-many-requests'],
})

export const renewSession = defineRoute({
  method: 'POST',
  path: '/api/session/renew',
  summary: 'Report activity, which restarts the inactivity timer',
  tag,
  access: signedIn,
  opensUnder: duties,
  response: z.object({ session: Session }),
})

export const signOut = defineRoute({
  method: 'DELETE',
  path: '/api/session',
  summary: 'Log out of this browser',
  tag,
  access: anyone,
  response: 'nothing',
})

export const ActiveSession = z.object({
  id: z.uuid(),
  isCurrent: z.boolean(),
  device: z.string().describe('Browser and operating system'),
  ip: z.string().nullable(),
  createdAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime(),
})
export type ActiveSession = z.infer<typeof ActiveSession>

export const listSessions = defineRoute({
  method: 'GET',
  path: '/api/sessions',
  summary: 'List your active sessions',
  tag,
  access: signedIn,
  response: z.object({ sessions: z.array(ActiveSession) }),
})

export const revokeSession = defineRoute({
  method: 'DELETE',
  path: '/api/sessions/:id',
  summary: 'Log out one of your sessions',
  tag,
  access: signedIn,
  params: z.object({ id: z.uuid() }),
  response: 'nothing',
  errors: ['not-found'],
})

export const revokeOtherSessions = defineRoute({
  method: 'DELETE',
  path: '/api/sessions',
  summary: 'Log out everywhere else',
  tag,
  access: signedIn,
  response: 'nothing',
})

export const setUpAdministrator = defineRoute({
  method: 'POST',
  path: '/api/setup',
  summary: 'Create the first administrator with the one-time link printed at startup',
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

/** A forged administrator role is refused. */
export const register = defineRoute({
  method: 'POST',
  path: '/api/accounts',
  summary: 'Register as a user, or as a business and its first manager',
  tag,
  access: anyone,
  throttle: 'guess',
  body: z.strictObject({
    type: z.enum(['user', 'business']),
    name: PersonName.describe('Your own name'),
    businessName: BusinessName.optional().describe('Required when registering a business'),
    email: EmailAddress,
    password: ChosenPassword,
    website: FormTrap,
  }),
  freeText: ['name', 'businessName'],
  response: z.object({ session: Session }),
  status: 201,
  errors: ['address-taken', 'weak-password', 'too-many-requests'],
})

/** The same text for every request, whether or not the address is known. */
export const resetLinkSent =
  'If there’s an account with this email, we’ve sent it a link to choose a new password. The link expires in 30 minutes.'

export const requestPasswordReset = defineRoute({
  method: 'POST',
  path: '/api/password-resets',
  summary:
    'Email a link to choose a new password. The response never reveals whether the address has an account.',
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
  summary: 'Choose a new password with the emailed link. This logs out every session.',
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
  summary: 'Resend the link that confirms your email address',
  tag,
  access: signedIn,
  throttle: 'guess',
  response: 'nothing',
  errors: ['conflict', 'too-many-requests'],
})

export const verifyEmail = defineRoute({
  method: 'POST',
  path: '/api/email-verifications/complete',
  summary: 'Confirm an email address with the emailed link',
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
  summary: 'Email a link to the new address. The change takes effect when the link is used.',
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
  summary: 'Change the email address with the emailed link. We also notify the old address.',
  tag,
  access: anyone,
  throttle: 'guess',
  body: z.strictObject({ token: OneTimeToken }),
  response: 'nothing',
  errors: ['gone', 'address-taken'],
})
