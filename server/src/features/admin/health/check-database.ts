import { systemActor } from '../../../platform/db/actor.ts'
import type { Services } from '../../../platform/services.ts'
import { selectOne } from './queries.ts'

export const checkDatabase = (services: Services): Promise<void> =>
  services.database.transact(systemActor, selectOne, { timeoutMs: 3000 })
