import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { syncPath } from '../db/embedded/sync-folder.ts'
import { type FileSettings, masterKeySource } from '../storage/open-file-store.ts'
import { makeFolderDurably } from '../write-durably.ts'
import type { ArrivingBackup, RestoreOnPage, RestoreStatus } from './backups.ts'
import { failureInWords } from './failure-in-words.ts'
import { completeMark, restoredData, restoreFolder } from './finish-restore.ts'
import { writeBackupFile } from './folder-place.ts'
import { BackupError } from './items.ts'
import { restoreBackup } from './restore-backup.ts'
import { openBackup } from './sealed-backup.ts'

interface RestoreHereParts extends FileSettings {
  log: FastifyBaseLogger
  /** Stops the program and starts it again, which puts what was restored in place. */
  restart: () => Promise<void>
}

/**
 * Restores a backup while the program runs on its empty embedded database: into a folder of its own, with every check,
 * and then the program starts again with it. It outlives that, so that the page can say how it went.
 */
export class RestoreHere implements RestoreOnPage {
  readonly #parts: RestoreHereParts
  #state: RestoreStatus = { status: 'none', problem: null }

  constructor(parts: RestoreHereParts) {
    this.#parts = parts
  }

  get state(): RestoreStatus {
    return this.#state
  }

  async receive({ pieces, passphrase, isEmpty }: ArrivingBackup): Promise<void> {
    if (this.#state.status === 'restoring') throw new BackupError('A backup is already being restored.')
    this.#state = { status: 'restoring', problem: null }
    const { dataDir } = this.#parts
    const folder = restoreFolder(dataDir)
    const file = join(folder, 'arrived.backup')
    try {
      await rm(folder, { recursive: true, force: true })
      await makeFolderDurably(folder)
      await writeBackupFile(file, pieces)
      const backup = await openBackup(file, passphrase)
      await backup.close()
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      this.#state = { status: 'none', problem: null }
      throw error
    }
    void this.#restore(file, passphrase, isEmpty)
  }

  async #restore(file: string, passphrase: string, isEmpty: () => Promise<boolean>): Promise<void> {
    const { dataDir, masterKeys, s3, log, restart } = this.#parts
    try {
      const data = restoredData(dataDir)
      const keySource = masterKeySource({ masterKeys, dataDir: data })
      const location = { dataDir: data, databaseUrl: undefined, s3, keySource }
      const { audit } = await restoreBackup(file, passphrase, location)
      await rm(file)
      if (!(await isEmpty())) throw new BackupError(notEmpty)
      await writeFile(completeMark(dataDir), '')
      await syncPath(restoreFolder(dataDir))
      await restart()
      const problem =
        audit.firstBad && `The audit log was already damaged in the backup: ${audit.firstBad.problem}.`
      this.#state = { status: 'restored', problem: problem ?? null }
    } catch (error) {
      log.error({ err: error }, 'restoring a backup')
      await rm(restoreFolder(dataDir), { recursive: true, force: true })
      const problem = failureInWords(error) ?? 'Something failed that the server’s log describes.'
      this.#state = { status: 'failed', problem }
    }
  }
}

export const notEmpty = 'This installation isn’t empty: it has accounts or files. Nothing was changed.'
