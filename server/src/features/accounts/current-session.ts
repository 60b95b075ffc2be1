import type { Session } from '@exempta/contract/accounts'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../platform/app-error.ts'
import type { SessionReader } from './sessions.ts'

/** For routes that need somebody signed in. */
export async function currentSession(sessions: SessionReader, request: FastifyRequest): Promise<Session> {
  const session = await sessions.of(request)
  if (!session) throw new AppError('not-signed-in')
  return session
}
