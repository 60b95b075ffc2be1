import { z } from 'zod'
import { anyone, signedIn } from '../access.ts'
import { Session } from '../accounts.ts'
import { TwoFactorCode } from '../codes.ts'
import { PersonName, TypedPassword } from '../people.ts'
import { defineRoute } from '../route.ts'
import { accountLimits } from './limits.ts'

const tag = 'Two-factor'

export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
})
export type Passkey = z.infer<typeof Passkey>

export const getTwoFactor = defineRoute({
  method: 'GET',
  path: '/api/two-factor',
  summary: 'Get your second factors',
  tag,
  access: signedIn,
  opensUnder: ['enable-two-factor'],
  response: z.object({
    isEnabled: z.boolean(),
    isRequired: z.boolean(),
    backupCodesLeft: z.int(),
    passkeys: z.array(Passkey),
  }),
})

export const beginTwoFactor = defineRoute({
  method: 'POST',
  path: '/api/two-factor',
  summary: 'Create a secret for the authenticator app. Nothing changes until its first code is verified.',
  tag,
  access: signedIn,
  opensUnder: ['enable-two-factor'],
  throttle: 'guess',
  body: z.strictObject({ password: TypedPassword }),
  response: z.object({ qrImage: z.string().describe('A data: image'), manualKey: z.string() }),
  errors: ['wrong-password', 'conflict', 'too-many-requests'],
})

export const enableTwoFactor = defineRoute({
  method: 'PUT',
  path: '/api/two-factor',
  summary: 'Turn on two-factor with the first code. Returns the backup codes, only once.',
  tag,
  access: signedIn,
  opensUnder: ['enable-two-factor'],
  throttle: 'guess',
  body: z.strictObject({ code: TwoFactorCode }),
  response: z.object({ backupCodes: z.array(z.string()).length(accountLimits.backupCodes) }),
  errors: ['wrong-code', 'conflict', 'too-many-requests'],
})

const proof = z.strictObject({ password: TypedPassword, code: TwoFactorCode })

export const disableTwoFactor = defineRoute({
  method: 'DELETE',
  path: '/api/two-factor',
  summary: 'Turn off two-factor. Needs the password and a code.',
  tag,
  access: signedIn,
  throttle: 'guess',
  body: proof,
  response: 'nothing',
  errors: ['wrong-password', 'wrong-code', 'not-allowed', 'conflict', 'too-many-requests'],
})

export const replaceBackupCodes = defineRoute({
  method: 'POST',
  path: '/api/two-factor/backup-codes',
  summary: 'Create ten new backup codes. The old ones stop working.',
  tag,
  access: signedIn,
  throttle: 'guess',
  body: proof,
  response: z.object({ backupCodes: z.array(z.string()).length(accountLimits.backupCodes) }),
  errors: ['wrong-password', 'wrong-code', 'conflict', 'too-many-requests'],
})

/** WebAuthn structures as the browser returns them; the server's library validates them. */
const json = z.record(z.string(), z.unknown())
const PasskeyQuestion = z.object({ options: json })
const PasskeyAnswer = z.strictObject({ response: json })

export const beginPasskey = defineRoute({
  method: 'POST',
  path: '/api/two-factor/passkeys',
  summary: 'Get what the browser needs to create a passkey',
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
  summary: 'Save the passkey the browser created. Two-factor must be on.',
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
  summary: 'Get what the browser needs to log in with a passkey',
  tag,
  access: anyone,
  throttle: 'guess',
  response: PasskeyQuestion,
  errors: ['not-signed-in'],
})

export const answerPasskey = defineRoute({
  method: 'PUT',
  path: '/api/session/second-factor/passkey',
  summary: 'Finish logging in with a passkey',
  tag,
  access: anyone,
  throttle: 'guess',
  body: PasskeyAnswer,
  response: z.object({ session: Session }),
  errors: ['wrong-code', 'not-signed-in', 'too-many-requests'],
})
