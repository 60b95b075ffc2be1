import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'

/** Adds an ETag to every read of the API, so that a client that already has the content gets 304. */
export const etags = fp(async (app: FastifyInstance) => {
  app.addHook('onRoute', (route) => {
    if (route.config?.access?.kind === 'api-key') route.onSend = [route.onSend ?? [], nameAnswer].flat()
  })
})

async function nameAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (!isRead || reply.statusCode !== 200 || typeof payload !== 'string') return payload
  const etag = `"${hash('sha1', payload, 'base64url')}"`
  reply.header('etag', etag)
  if (!isKnown(request.headers['if-none-match'], etag)) return payload
  reply.code(304).removeHeader('content-type')
  return ''
}

/** Whether the caller holds this answer (RFC 9110: any of a list, weak or strong, or anything at all). */
export function isKnown(untrustedHeader: string | undefined, etag: string): boolean {
  if (!untrustedHeader) return false
  return untrustedHeader.split(',').some((given) => {
    const one = given.trim()
    return one === '*' || one.replace(/^W\//, '') === etag
  })
}
