import * as contract from '@exempta/contract/accounts'
import type { FastifyReply } from 'fastify'
import { AppError } from '../../platform/app-error.ts'
import { type Implementation, implement } from '../../platform/http/implement.ts'
import type { Services } from '../../platform/services.ts'
import type { SessionCookie } from './session-cookie.ts'
import { getSession, type SessionReader } from './sessions.ts'
import { setUpAdministrator } from './set-up-administrator.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

export function accountRoutes(
  services: Services,
  cookie: SessionCookie,
  sessions: SessionReader,
): Implementation[] {
  const answerSession = async (reply: FastifyReply, token: string) => {
    cookie.write(reply, token)
    const session = await getSession(services, token)
    if (!session) throw new AppError('unavailable')
    return { session }
  }

  return [
    implement(contract.getSession, async ({ request }) => {
      return { session: (await sessions.of(request)) ?? null }
    }),
    implement(contract.signIn, async ({ call, body, request, reply }) => {
      const token = await signIn(services, call, { ...body, previousToken: cookie.read(request) })
      return answerSession(reply, token)
    }),
    implement(contract.signOut, async ({ call, request, reply }) => {
      await signOut(services, call, cookie.read(request))
      cookie.clear(reply)
      return undefined
    }),
    implement(contract.setUpAdministrator, async ({ call, body, reply }) => {
      return answerSession(reply, await setUpAdministrator(services, call, body))
    }),
  ]
}
