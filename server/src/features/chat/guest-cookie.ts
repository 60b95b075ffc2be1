import type { FastifyReply, FastifyRequest } from 'fastify'
import { hashToken } from '../../platform/identifiers.ts'
import { limits } from './limits.ts'

type Cookies = Readonly<Record<string, string | undefined>>

/** The only key to a guest's thread. Scripts cannot read it, and only its hash is stored. */
export function guestCookie(isSecure: boolean) {
  const name = `${isSecure ? '__Host-' : ''}exempta_chat`
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: isSecure } as const
  return {
    hashOf: (cookies: Cookies): Buffer | undefined => {
      const token = cookies[name]
      return token ? hashToken(token) : undefined
    },
    write: (reply: FastifyReply, token: string) =>
      reply.setCookie(name, token, { ...attributes, maxAge: limits.chatGuestMs / 1000 }),
    clear: (request: FastifyRequest, reply: FastifyReply) => {
      if (request.cookies[name] !== undefined) reply.clearCookie(name, attributes)
    },
  }
}
export type GuestCookie = ReturnType<typeof guestCookie>
