import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'
import { systemActor } from '../db/actor.ts'
import type { Database } from '../db/database.ts'
import type { MasterKeys } from './master-keys.ts'

export type KeyPurpose =
  | 'view-link'
  | 'document-content'
  | 'share-code'
  | 'form-stamp'
  | 'idempotent-answer'
  | 'answer-source'
  | 'backup-link'

/** Keys for signing and for keyed hashes. A change of the master key changes them: what they signed is void. */
export interface DerivedKeys {
  get(purpose: KeyPurpose): Promise<KeyObject>
}

export const createDerivedKeys = (database: Database, masterKeys: MasterKeys): DerivedKeys => ({
  async get(purpose) {
    const master = await database.transact(systemActor, (tx) => masterKeys.newest(tx), { readOnly: true })
    const bytes = hkdfSync('sha256', master.secret, '', `exempta ${purpose}`, 32)
    return createSecretKey(Buffer.from(bytes))
  },
})
