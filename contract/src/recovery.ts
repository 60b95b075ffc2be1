import { z } from 'zod'
import { anyone, signedIn } from './access.ts'
import { OneTimeToken } from './accounts.ts'
import { ChosenPassword, EmailAddress, TypedPassword } from './people.ts'
import { defineRoute } from './route.ts'

const tag = 'Accounts'

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
