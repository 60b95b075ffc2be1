import { z } from 'zod'
import { anyone } from './access.ts'
import { ChosenPassword, EmailAddress, Person, PersonName, TypedPassword } from './people.ts'
import { defineRoute } from './route.ts'

const tag = 'Accounts'

/** Opaque single-use tokens are 32 random bytes in base64url. */
export const OneTimeToken = z.string().regex(/^[\w-]{43}$/, 'This link is not complete')

export const Session = z.object({
  person: Person,
  expiresAt: z.iso.datetime(),
})
export type Session = z.infer<typeof Session>

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
  response: z.object({ session: Session }),
  errors: ['wrong-credentials', 'account-not-active'],
})

export const signOut = defineRoute({
  method: 'DELETE',
  path: '/api/session',
  summary: 'Sign out of this browser',
  tag,
  access: anyone,
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
  response: z.object({ session: Session }),
  status: 201,
  errors: ['gone', 'address-taken'],
})
