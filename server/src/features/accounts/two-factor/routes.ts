import * as contract from '@exempta/contract/two-factor'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import type { Services } from '../../../platform/services.ts'
import type { AccountCookies } from '../account-cookies.ts'
import { currentSession } from '../current-session.ts'
import type { SessionReader } from '../sessions.ts'
import {
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  replaceBackupCodes,
} from './manage-two-factor.ts'

export function twoFactorRoutes(
  services: Services,
  cookies: AccountCookies,
  sessions: SessionReader,
): Implementation[] {
  return [
    implement(contract.getTwoFactor, async ({ request }) =>
      getTwoFactor(services, await currentSession(sessions, request)),
    ),
    implement(contract.beginTwoFactor, async ({ call, body, request }) => {
      const { person } = await currentSession(sessions, request)
      return beginTwoFactor(services, call, person.email, body.password)
    }),
    implement(contract.enableTwoFactor, async ({ call, body, request, reply }) => {
      const { id } = await currentSession(sessions, request)
      const { backupCodes, token } = await enableTwoFactor(services, call, { ...body, sessionId: id })
      cookies.session.write(reply, token)
      return { backupCodes }
    }),
    implement(contract.disableTwoFactor, async ({ call, body, request }) => {
      await disableTwoFactor(services, call, await currentSession(sessions, request), body)
      return undefined
    }),
    implement(contract.replaceBackupCodes, async ({ call, body }) => ({
      backupCodes: await replaceBackupCodes(services, call, body),
    })),
  ]
}
