import { parseMasterKey } from '../crypto/master-key.ts'
import type { MasterKeySource } from '../crypto/master-key-source.ts'
import { BackupError } from './backup-error.ts'
import type { Head } from './items.ts'

/**
 * Decides, before anything is written, where the master keys of the restored files come from. Returns what puts
 * them in their place: nothing to do where the operator keeps them, or where they are there already.
 */
export async function planKeys(head: Head, source: MasterKeySource): Promise<() => Promise<void>> {
  const present = (await source.load()).map(({ id }) => id)
  if (head.masterKeyIds.every((id) => present.includes(id))) return async () => {}
  if (present.length > 0) {
    throw new BackupError(
      `The master key in ${source.place} is not the one of this backup. Set the one that belongs to it, or move that one away.`,
    )
  }
  const keys = head.masterKeys.map(parseMasterKey)
  const { save } = source
  if (keys.length === 0 || !save) {
    throw new BackupError(
      'This backup holds no master key, since MASTER_KEY was set where it was made. Set MASTER_KEY to that key.',
    )
  }
  return () => save(keys)
}
