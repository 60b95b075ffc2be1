import * as contract from '@exempta/contract/accounts/two-factor'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import type { Services } from '../../../platform/services.ts'
import type { AccountCookies } from '../cookies.ts'
import { currentSession, type SessionReader } from '../sessions.ts'
import type { EnterSession } from '../start-session.ts'
import { answerPasskey, askPasskey } from './answer-second-factor.ts'
import { addPasskey, beginPasskey, removePasskey } from './passkeys.ts'
import {
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  replaceBackupCodes,
} from './two-factor.ts'

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

export function passkeyRoutes(
  services: Services,
  cookies: AccountCookies,
  sessions: SessionReader,
  enter: EnterSession,
): Implementation[] {
  return [
    implement(contract.beginPasskey, async ({ call, body, request }) => ({
      options: {
        ...(await beginPasskey(services, call, await currentSession(sessions, request), body.password)),
      },
    })),
    implement(contract.addPasskey, async ({ call, body, request }) => ({
      passkey: await addPasskey(services, call, await currentSession(sessions, request), body),
    })),
    implement(contract.removePasskey, async ({ call, body, params }) => {
      await removePasskey(services, call, { ...params, ...body })
      return undefined
    }),
    implement(contract.askPasskey, async ({ request }) => ({
      options: { ...(await askPasskey(services, cookies.secondFactor.read(request))) },
    })),
    implement(contract.answerPasskey, async ({ call, body, request, reply }) => {
      const token = cookies.secondFactor.read(request)
      const deviceToken = cookies.device.read(request)
      const started = await answerPasskey(services, call, { token, deviceToken, ...body })
      cookies.secondFactor.clear(reply)
      return enter({ request, reply }, started)
    }),
  ]
}
