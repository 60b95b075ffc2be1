import { systemActor } from '../db/actor.ts'
import type { AccountEraser } from '../personal-data.ts'
import { deleteOriginsOf } from './queries.ts'

const batchSize = 1000

/** The rows stay, with opaque ids; the addresses the person came from go. The chain does not depend on them. */
export const eraseOrigins: AccountEraser = async ({ database }, personId) => {
  const erase = () => database.transact(systemActor, (tx) => deleteOriginsOf(tx, personId, batchSize))
  while ((await erase()) === batchSize);
}
