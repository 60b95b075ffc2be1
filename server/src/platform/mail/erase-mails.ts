import { systemActor } from '../db/actor.ts'
import type { AccountEraser } from '../personal-data.ts'
import { deleteMailsTo } from './queries.ts'

/** What was mailed to the person, and what still waits to be. */
export const eraseMails: AccountEraser = ({ database }, personId) =>
  database.transact(systemActor, (tx) => deleteMailsTo(tx, personId))
