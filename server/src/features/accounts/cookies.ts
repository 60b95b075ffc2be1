import { limits } from '@exempta/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { systemActor } from '../../platform/db/actor.ts'
import { hashToken, randomToken } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import { rememberDevice } from './queries/guesses.ts'

/** Over TLS the name's prefix makes browsers refuse the cookie from anywhere but this very host. */
const nameFor = (isSecure: boolean, what: string) => `${isSecure ? '__Host-' : ''}exempta_${what}`

function tokenCookie(isSecure: boolean, what: string, lifeMs?: number) {
  const name = nameFor(isSecure, what)
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const
  const life = lifeMs === undefined ? {} : { maxAge: lifeMs / 1000 }
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    write: (reply: FastifyReply, token: string) => reply.setCookie(name, token, { ...attributes, ...life }),
    clear: (reply: FastifyReply) => reply.clearCookie(name, attributes),
  }
}

export type TokenCookie = ReturnType<typeof tokenCookie>

export const accountCookies = (isSecure: boolean) => ({
  session: tokenCookie(isSecure, 'session'),
  /** Between the password and the second factor; opens nothing else. */
  secondFactor: tokenCookie(isSecure, 'second_factor', limits.secondFactorMs),
  /** Tells a browser in which somebody has signed in before from those of strangers. */
  device: tokenCookie(isSecure, 'device', limits.knownDeviceMs),
})

export type AccountCookies = ReturnType<typeof accountCookies>

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
