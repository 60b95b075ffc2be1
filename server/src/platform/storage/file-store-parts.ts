import type { Clock } from '../clock.ts'
import type { MasterKeys } from '../crypto/master-keys.ts'
import type { Database } from '../db/database.ts'
import type { ObjectStore } from './object-store.ts'

/** What every operation of the file store works with. */
export interface FileStoreParts {
  database: Database
  clock: Clock
  store: ObjectStore
  masterKeys: MasterKeys
}
