import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DataFolderInUseError } from '../errors.ts'

const sqliteBusy = 5

/**
 * Takes the data folder for this process alone; the returned function gives it back.
 * SQLite's exclusive transaction is an advisory lock of the operating system: it dies with its process,
 * also by kill -9. Nothing else may open the lock file: closing it again would drop the lock.
 */
export function lockDataFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(dataDir, 'db.lock'), { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = off; begin exclusive')
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) {
      throw new DataFolderInUseError(dataDir)
    }
    throw error
  }
  return () => lock.close()
}
