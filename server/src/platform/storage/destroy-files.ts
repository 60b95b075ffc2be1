import { systemActor } from '../db/actor.ts'
import type { Transaction } from '../db/database.ts'
import type { FileStoreParts } from './file-store-parts.ts'
import {
  deleteDiscarded,
  deleteFiles,
  type FileSelection,
  insertDiscarded,
  listDiscarded,
} from './queries.ts'
import type { RemovalHold } from './removal-hold.ts'

const batchSize = 100

/** Returns how many files there were. */
export async function destroyFiles(
  { clock }: FileStoreParts,
  tx: Transaction,
  selection: FileSelection,
): Promise<number> {
  const names = await deleteFiles(tx, selection)
  await insertDiscarded(tx, names, clock.now())
  return names.length
}

/** Deletes the ciphertexts of destroyed files. Failures are retried next time. */
export async function clearDiscarded(
  { database, store }: FileStoreParts,
  removals: RemovalHold,
): Promise<number> {
  let cleared = 0
  for (let after = ''; ; ) {
    const names = await database.transact(systemActor, async (tx) =>
      (await removals.isFree(tx)) ? listDiscarded(tx, after, batchSize) : [],
    )
    const last = names.at(-1)
    if (last === undefined) return cleared
    for (const name of names) await store.remove(name)
    await database.transact(systemActor, (tx) => deleteDiscarded(tx, names))
    cleared += names.length
    after = last
  }
}
