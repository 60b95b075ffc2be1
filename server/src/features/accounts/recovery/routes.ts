import * as contract from '@exempta/contract/accounts'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import type { Services } from '../../../platform/services.ts'
import { type AccountCookies, rememberBrowser } from '../cookies.ts'
import { currentSession, type SessionReader } from '../sessions.ts'
import { changeEmail, requestEmailChange, requestEmailVerification, verifyEmail } from './email-address.ts'
import { requestPasswordReset, resetPassword } from './password-reset.ts'

export function recoveryRoutes(
  services: Services,
  cookies: AccountCookies,
  sessions: SessionReader,
): Implementation[] {
  return [
    implement(contract.requestPasswordReset, async ({ call, body, request }) => {
      const deviceToken = cookies.device.read(request)
      await requestPasswordReset(services, call, { ...body, deviceToken })
      return { message: contract.resetLinkSent }
    }),
    implement(contract.resetPassword, async ({ call, body, request, reply }) => {
      const personId = await resetPassword(services, call, body)
      // The owner logs in next, so this browser gets its own allowance that strangers' guesses cannot use up.
      await rememberBrowser(services, cookies.device, { request, reply }, personId)
      return undefined
    }),
    implement(contract.requestEmailVerification, async ({ call, request }) => {
      await requestEmailVerification(services, call, await currentSession(sessions, request))
      return undefined
    }),
    implement(contract.verifyEmail, async ({ call, body }) => {
      await verifyEmail(services, call, body.token)
      return undefined
    }),
    implement(contract.requestEmailChange, async ({ call, body }) => {
      await requestEmailChange(services, call, body)
      return undefined
    }),
    implement(contract.changeEmail, async ({ call, body, request }) => {
      await changeEmail(services, call, body.token, await sessions.of(request))
      return undefined
    }),
  ]
}
