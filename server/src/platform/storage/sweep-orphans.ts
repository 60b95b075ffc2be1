import { systemActor } from '../db/actor.ts'
import type { FileStoreParts } from './file-store-parts.ts'
import { limits } from './limits.ts'
import { firstNameAt } from './object-store.ts'
import { listKnownObjects } from './queries.ts'
import type { RemovalHold } from './removal-hold.ts'

const batchSize = 500

/**
 * Removes ciphertexts that belong to no file: left by a crash between writing and commit. Only what was begun
 * long ago is looked at, so that no upload under way is touched; `since` leaves out what earlier sweeps saw.
 */
export async function sweepOrphans(
  { database, clock, store }: FileStoreParts,
  removals: RemovalHold,
  { since }: { since?: Date } = {},
): Promise<number> {
  const before = firstNameAt(new Date(clock.now().getTime() - limits.orphanFileMs))
  let removed = await store.removeUnfinished(before)
  for await (const names of inBatches(store.list(since ? firstNameAt(since) : ''), before)) {
    const known = await database.transact(systemActor, async (tx) =>
      (await removals.isFree(tx)) ? listKnownObjects(tx, names) : undefined,
    )
    if (!known) break
    for (const name of names.filter((listed) => !known.has(listed))) {
      await store.remove(name)
      removed++
    }
  }
  return removed
}

async function* inBatches(
  names: AsyncIterable<string>,
  before: string,
): AsyncGenerator<string[], void, void> {
  let batch: string[] = []
  for await (const name of names) {
    if (name >= before) break
    batch.push(name)
    if (batch.length === batchSize) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}
