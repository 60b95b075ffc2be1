import type { FastifyReply, FastifyRequest } from 'fastify'
import { systemActor } from '../../platform/db/actor.ts'
import { hashToken, randomToken } from '../../platform/identifiers.ts'
import type { Services } from '../../platform/services.ts'
import { limits } from './limits.ts'
import { rememberDevice } from './queries/guesses.ts'

/** Over TLS the name gets a prefix that makes browsers accept the cookie only from this exact host. */
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
  /** Valid between password and second factor; gives no other access. */
  secondFactor: tokenCookie(isSecure, 'second_factor', limits.secondFactorMs),
  /** Valid from the login page to a company's provider and back. */
  companyLogin: tokenCookie(isSecure, 'company_login', limits.companyLoginMs),
  /** Recognizes a browser in which the person has logged in before. */
  device: tokenCookie(isSecure, 'device', limits.knownDeviceMs),
})

export type AccountCookies = ReturnType<typeof accountCookies>

export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** Marks this browser as known to the account after a complete login. */
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
