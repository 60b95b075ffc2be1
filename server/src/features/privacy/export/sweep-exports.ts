import { limits } from '@exempta/contract/limits'
import { systemActor } from '../../../platform/db/actor.ts'
import type { Services } from '../../../platform/services.ts'
import { failStuckExports, listOverExports } from '../queries/data-exports.ts'
import { removeExport } from './remove-exports.ts'

const batchSize = 100

/** Removes what can no longer be downloaded, a batch to a transaction. */
export async function sweepExports(services: Services): Promise<void> {
  const { clock, database } = services
  const now = clock.now()
  const stuckSince = new Date(now.getTime() - limits.dataExportPreparingMs)
  await database.transact(systemActor, (tx) => failStuckExports(tx, stuckSince))
  const sweep = () =>
    database.transact(systemActor, async (tx) => {
      const over = await listOverExports(tx, now, batchSize)
      for (const id of over) await removeExport(services, tx, id)
      return over.length
    })
  while ((await sweep()) === batchSize);
}
