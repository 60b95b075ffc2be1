import { shareLimits } from '@exempta/contract/sharing/limits'
import type { FastifyReply, FastifyRequest } from 'fastify'

/**
 * The cookie of a browser in which the address of an emailed link was confirmed. Its path covers only this link, so that
 * a browser can have several links open.
 */
export function viewerCookie(publicUrl: string, folder: string) {
  const isSecure = publicUrl.startsWith('https:')
  const name = `${isSecure ? '__Secure-' : ''}exempta_viewer`
  const attributesFor = (linkId: string) =>
    ({ path: `${folder}/${linkId}`, httpOnly: true, sameSite: 'strict', secure: isSecure }) as const
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    write: (reply: FastifyReply, linkId: string, token: string) =>
      reply.setCookie(name, token, { ...attributesFor(linkId), maxAge: shareLimits.viewerSessionMs / 1000 }),
    clear: (reply: FastifyReply, linkId: string) => reply.clearCookie(name, attributesFor(linkId)),
  }
}
