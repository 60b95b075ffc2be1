import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolderDurably, writeDurably } from '../write-durably.ts'
import type { BackupPlace } from './backup-place.ts'

const unfinishedOf = (file: string) => `${file}.unfinished`

/** The file gets its name only when it is complete and on the disk. */
export const writeBackupFile = (file: string, pieces: AsyncIterable<Uint8Array>): Promise<void> =>
  writeDurably({ temporary: unfinishedOf(file), final: file }, async (handle) => {
    for await (const piece of pieces) await handle.writeFile(piece)
  })

export function folderPlace(folder: string): BackupPlace {
  const fileOf = (name: string) => join(folder, name)
  const remove = async (name: string) => {
    await rm(fileOf(name), { force: true })
    await rm(unfinishedOf(fileOf(name)), { force: true })
  }
  return {
    title: folder,
    async write(name, pieces) {
      await makeFolderDurably(folder)
      // Left by an attempt whose process was killed.
      await remove(name)
      await writeBackupFile(fileOf(name), pieces)
    },
    async sizeOf(name) {
      const found = await stat(fileOf(name)).catch(() => undefined)
      return found?.size
    },
    read: async (name, { start, end }) => createReadStream(fileOf(name), { start, end: end - 1 }),
    remove,
  }
}
