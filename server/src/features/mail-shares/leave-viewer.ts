import { systemActor } from '../../platform/db/actor.ts'
import { hashToken } from '../../platform/random-token.ts'
import type { Services } from '../../platform/services.ts'
import { deleteViewer } from './queries.ts'
import type { ViewerKey } from './viewer.ts'

/** The browser is forgotten; whoever has its cookie opens nothing any more. */
export async function leaveViewer(services: Services, { linkId, cookie }: ViewerKey): Promise<void> {
  if (!cookie) return
  await services.database.transact(systemActor, (tx) => deleteViewer(tx, hashToken(cookie), linkId))
}
