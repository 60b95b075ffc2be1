import type { FastifyReply, FastifyRequest } from 'fastify'

/** Over TLS the name's prefix makes browsers refuse the cookie from anywhere but this very host. */
const nameFor = (isSecure: boolean) => (isSecure ? '__Host-exempta_session' : 'exempta_session')

export function sessionCookie(isSecure: boolean) {
  const name = nameFor(isSecure)
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    write: (reply: FastifyReply, token: string) => reply.setCookie(name, token, attributes),
    clear: (reply: FastifyReply) => reply.clearCookie(name, attributes),
  }
}

export type SessionCookie = ReturnType<typeof sessionCookie>
