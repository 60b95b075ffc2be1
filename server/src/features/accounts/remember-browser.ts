import type { FastifyReply, FastifyRequest } from 'fastify'
import { systemActor } from '../../platform/db/actor.ts'
import { hashToken, randomToken } from '../../platform/random-token.ts'
import type { Services } from '../../platform/services.ts'
import type { TokenCookie } from './account-cookies.ts'
import { rememberDevice } from './queries/guesses.ts'

export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** After a full sign-in: from now on this browser is known to the person's account. */
export async function rememberBrowser(
  services: Services,
  cookie: TokenCookie,
  { request, reply }: Exchange,
  personId: string,
): Promise<void> {
  const token = cookie.read(request) ?? randomToken()
  await services.database.transact(systemActor, (tx) =>
    rememberDevice(tx, personId, hashToken(token), services.clock.now()),
  )
  cookie.write(reply, token)
}
