import { z } from 'zod'
import { signedIn } from './access.ts'
import { TwoFactorCode } from './codes.ts'
import { limits } from './limits.ts'
import { Passkey } from './passkeys.ts'
import { TypedPassword } from './people.ts'
import { defineRoute } from './route.ts'

const tag = 'Two-factor'

export const getTwoFactor = defineRoute({
  method: 'GET',
  path: '/api/two-factor',
  summary: 'Which second factors the person has',
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
  summary: 'A new secret for the authenticator app; nothing changes until its first code is checked',
  tag,
  access: signedIn,
  opensUnder: ['enable-two-factor'],
  throttle: 'guess',
  body: z.strictObject({ password: TypedPassword }),
  response: z.object({ qrImage: z.string().describe('A data: picture'), manualKey: z.string() }),
  errors: ['wrong-password', 'conflict', 'too-many-requests'],
})

export const enableTwoFactor = defineRoute({
  method: 'PUT',
  path: '/api/two-factor',
  summary: 'Switch two-factor on with the first code; answers the backup codes, once',
  tag,
  access: signedIn,
  opensUnder: ['enable-two-factor'],
  throttle: 'guess',
  body: z.strictObject({ code: TwoFactorCode }),
  response: z.object({ backupCodes: z.array(z.string()).length(limits.backupCodes) }),
  errors: ['wrong-code', 'conflict', 'too-many-requests'],
})

const proof = z.strictObject({ password: TypedPassword, code: TwoFactorCode })

export const disableTwoFactor = defineRoute({
  method: 'DELETE',
  path: '/api/two-factor',
  summary: 'Switch two-factor off; needs the password and a code',
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
  summary: 'Ten new backup codes; the old ones stop working',
  tag,
  access: signedIn,
  throttle: 'guess',
  body: proof,
  response: z.object({ backupCodes: z.array(z.string()).length(limits.backupCodes) }),
  errors: ['wrong-password', 'wrong-code', 'conflict', 'too-many-requests'],
})
