import * as contract from '@exempta/contract/accounts'
import { register as registerContract } from '@exempta/contract/accounts'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/app-error.ts'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import type { AccountCookies } from './cookies.ts'
import { signIn } from './login.ts'
import { listSessions, revokeOtherSessions, revokeSession } from './manage-sessions.ts'
import { profileRoutes } from './profile/routes.ts'
import { recoveryRoutes } from './recovery/routes.ts'
import { register } from './register.ts'
import { currentSession, getSession, type SessionReader, withLivePositions } from './sessions.ts'
import { setUpAdministrator } from './set-up-administrator.ts'
import { type EnterSession, leaveSession, renewSession, signOut } from './start-session.ts'
import { answerSecondFactor } from './two-factor/answer-second-factor.ts'
import { passkeyRoutes, twoFactorRoutes } from './two-factor/routes.ts'

export function accountRoutes(
  services: Services,
  cookies: AccountCookies,
  sessions: SessionReader,
  enter: EnterSession,
): Implementation[] {
  const currentId = async (request: FastifyRequest) => (await currentSession(sessions, request)).id

  return [
    implement(contract.getSession, async ({ request }) => {
      const session = await sessions.of(request)
      return { session: session ? await withLivePositions(services, session) : null }
    }),
    implement(contract.signIn, async ({ call, body, request, reply }) => {
      const deviceToken = cookies.device.read(request)
      const started = await signIn(services, call, { ...body, deviceToken })
      if (started.next === 'signed-in') {
        return { next: 'signed-in' as const, ...(await enter({ request, reply }, started)) }
      }
      await leaveSession(services, cookies.session.read(request))
      cookies.session.clear(reply)
      cookies.secondFactor.write(reply, started.token)
      return { next: 'second-factor' as const, factors: started.factors }
    }),
    implement(contract.answerSecondFactor, async ({ call, body, request, reply }) => {
      const token = cookies.secondFactor.read(request)
      const deviceToken = cookies.device.read(request)
      const { backupCodesLeft, ...started } = await answerSecondFactor(services, call, {
        token,
        deviceToken,
        answer: body,
      })
      cookies.secondFactor.clear(reply)
      return { ...(await enter({ request, reply }, started)), backupCodesLeft }
    }),
    implement(contract.renewSession, async ({ request }) => {
      await renewSession(services, await currentId(request))
      const session = await getSession(services, cookies.session.read(request))
      if (!session) throw new AppError('not-signed-in')
      return { session }
    }),
    implement(contract.signOut, async ({ call, request, reply }) => {
      await signOut(services, call, cookies.session.read(request))
      cookies.session.clear(reply)
      return undefined
    }),
    implement(contract.listSessions, async ({ call, request }) => {
      return { sessions: await listSessions(services, call, await currentId(request)) }
    }),
    implement(contract.revokeSession, async ({ call, params }) => {
      await revokeSession(services, call, params.id)
      return undefined
    }),
    implement(contract.revokeOtherSessions, async ({ call, request }) => {
      await revokeOtherSessions(services, call, await currentId(request))
      return undefined
    }),
    implement(contract.setUpAdministrator, async ({ call, body, request, reply }) =>
      enter({ request, reply }, await setUpAdministrator(services, call, body)),
    ),
    implement(registerContract, async ({ call, body, request, reply }) =>
      enter({ request, reply }, await register(services, call, body)),
    ),
    ...profileRoutes(services, cookies, sessions),
    ...recoveryRoutes(services, cookies, sessions),
    ...twoFactorRoutes(services, cookies, sessions),
    ...passkeyRoutes(services, cookies, sessions, enter),
  ]
}
