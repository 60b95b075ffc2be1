import { parseMasterKey } from './master-key.ts'
import type { MasterKeySource } from './master-key-source.ts'

/** Keys that the operator sets: MASTER_KEY, then MASTER_KEY_PREVIOUS while a rotation is under way. */
export function environmentKeys(texts: readonly string[]): MasterKeySource {
  const keys = texts.map(parseMasterKey)
  return { place: 'MASTER_KEY', load: async () => keys }
}
