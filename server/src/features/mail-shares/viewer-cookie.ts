import { limits } from '@exempta/contract/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Sent with calls about this one link alone, so that a browser may have several links open. */
export function viewerCookie(isSecure: boolean) {
  const name = `${isSecure ? '__Secure-' : ''}exempta_viewer`
  const attributesFor = (linkId: string) =>
    ({ path: `/api/shared/${linkId}`, httpOnly: true, sameSite: 'strict', secure: isSecure }) as const
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    write: (reply: FastifyReply, linkId: string, token: string) =>
      reply.setCookie(name, token, { ...attributesFor(linkId), maxAge: limits.viewerSessionMs / 1000 }),
    clear: (reply: FastifyReply, linkId: string) => reply.clearCookie(name, attributesFor(linkId)),
  }
}
