import { systemActor } from '../../platform/db/actor.ts'
import { hashToken } from '../../platform/random-token.ts'
import type { Services } from '../../platform/services.ts'
import { deleteSession } from './queries.ts'

export async function signOut(services: Services, token: string | undefined): Promise<void> {
  if (!token) return
  await services.database.transact(systemActor, (tx) => deleteSession(tx, hashToken(token)))
}
