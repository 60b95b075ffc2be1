import type { Transaction } from '../db/database.ts'
import { mayRemoveObjects } from './queries.ts'

/**
 * While a backup reads the files, none is deleted: everything in its snapshot must still be in the store. On
 * PostgreSQL a lock coordinates all processes; the embedded database has one process, where a counter is enough.
 */
export class RemovalHold {
  #holders = 0

  /** The returned function releases it. */
  take(): () => void {
    this.#holders++
    let isHeld = true
    return () => {
      if (isHeld) this.#holders--
      isHeld = false
    }
  }

  /**
   * Call it in the transaction that selects what to delete: a backup that starts later does not include those files.
   */
  isFree(tx: Transaction): Promise<boolean> {
    return this.#holders > 0 ? Promise.resolve(false) : mayRemoveObjects(tx)
  }
}
