import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

const digest = (text: string) => createHash('sha256').update(text).digest()

export function holdsOperatorToken(request: FastifyRequest, token: string | undefined): boolean {
  const given = request.headers.authorization?.match(/^Bearer (.+)$/)?.[1]
  return Boolean(token && given && timingSafeEqual(digest(given), digest(token)))
}
