import type { Transaction } from '../db/database.ts'
import { mayRemoveObjects } from './queries.ts'

/**
 * While a backup reads the files, none is removed: what the database held when it began must still be in the store.
 * On PostgreSQL a lock tells all processes; the embedded database has one process, where a count does.
 */
export class RemovalHold {
  #holders = 0

  /** The returned function gives it up. */
  take(): () => void {
    this.#holders++
    let isHeld = true
    return () => {
      if (isHeld) this.#holders--
      isHeld = false
    }
  }

  /** To be asked in the transaction that finds what to remove: a backup that begins later does not know it. */
  isFree(tx: Transaction): Promise<boolean> {
    return this.#holders > 0 ? Promise.resolve(false) : mayRemoveObjects(tx)
  }
}
