import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { lockDataFolder } from '../db/embedded/data-folder-lock.ts'
import { syncPath } from '../db/embedded/sync-folder.ts'

/** Where a restore through the page works, inside the data folder, and the mark that it's complete. */
export const restoreFolder = (dataDir: string) => join(dataDir, 'restore')
export const restoredData = (dataDir: string) => join(restoreFolder(dataDir), 'data')
export const completeMark = (dataDir: string) => join(restoreFolder(dataDir), 'complete')

// The database last: as long as it's the empty one, everything can be done again.
const parts = ['files', 'master.key', 'db']

/**
 * Puts what was restored in the place of the empty installation, before anything is opened. If it's interrupted, the
 * next start goes on. Without the mark, what is there is the rest of a restore that was cut off.
 */
export async function finishRestore(dataDir: string): Promise<void> {
  const folder = restoreFolder(dataDir)
  if (!existsSync(folder)) return
  const unlock = lockDataFolder(dataDir)
  try {
    if (existsSync(completeMark(dataDir))) {
      for (const part of parts) {
        const restored = join(restoredData(dataDir), part)
        if (!existsSync(restored)) continue
        await rm(join(dataDir, part), { recursive: true, force: true })
        await rename(restored, join(dataDir, part))
        await syncPath(dataDir)
      }
    }
    await rm(folder, { recursive: true, force: true })
  } finally {
    unlock()
  }
}
