import { z } from 'zod'
import { anyone, signedIn } from './access.ts'
import { Session } from './accounts.ts'
import { PersonName, TypedPassword } from './people.ts'
import { defineRoute } from './route.ts'

const tag = 'Two-factor'

export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

/** WebAuthn's own structures, as the browser hands them over; the server's library checks them. */
const json = z.record(z.string(), z.unknown())
const PasskeyQuestion = z.object({ options: json })
const PasskeyAnswer = z.strictObject({ response: json })

export const beginPasskey = defineRoute({
  method: 'POST',
  path: '/api/two-factor/passkeys',
  summary: 'What the browser needs to make a passkey',
  tag,
  access: signedIn,
  throttle: 'guess',
  body: z.strictObject({ password: TypedPassword }),
  response: PasskeyQuestion,
  errors: ['wrong-password', 'conflict', 'too-many-requests'],
})

export const addPasskey = defineRoute({
  method: 'PUT',
  path: '/api/two-factor/passkeys',
  summary: 'Keep the passkey that the browser made; needs two-factor to be on',
  tag,
  access: signedIn,
  throttle: 'guess',
  body: PasskeyAnswer.extend({ name: PersonName }),
  freeText: ['name'],
  response: z.object({ passkey: Passkey }),
  status: 201,
  errors: ['wrong-code', 'conflict'],
})

export const removePasskey = defineRoute({
  method: 'DELETE',
  path: '/api/two-factor/passkeys/:id',
  summary: 'Remove a passkey',
  tag,
  access: signedIn,
  throttle: 'guess',
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({ password: TypedPassword }),
  response: 'nothing',
  errors: ['wrong-password', 'not-found', 'too-many-requests'],
})

export const askPasskey = defineRoute({
  method: 'POST',
  path: '/api/session/second-factor/passkey',
  summary: 'What the browser needs to finish signing in with a passkey',
  tag,
  access: anyone,
  throttle: 'guess',
  response: PasskeyQuestion,
  errors: ['not-signed-in'],
})

export const answerPasskey = defineRoute({
  method: 'PUT',
  path: '/api/session/second-factor/passkey',
  summary: 'Finish signing in with a passkey',
  tag,
  access: anyone,
  throttle: 'guess',
  body: PasskeyAnswer,
  response: z.object({ session: Session }),
  errors: ['wrong-code', 'not-signed-in', 'too-many-requests'],
})
