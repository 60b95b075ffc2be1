import * as contract from '@exempta/contract/passkeys'
import { type Implementation, implement } from '../../../platform/http/implement.ts'
import type { Services } from '../../../platform/services.ts'
import type { AccountCookies } from '../account-cookies.ts'
import { currentSession } from '../current-session.ts'
import type { EnterSession } from '../enter-session.ts'
import type { SessionReader } from '../sessions.ts'
import { answerPasskey, askPasskey } from './answer-passkey.ts'
import { addPasskey, beginPasskey, removePasskey } from './manage-passkeys.ts'

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
