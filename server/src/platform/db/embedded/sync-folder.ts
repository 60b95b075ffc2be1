import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Brings a folder with all its files to the disk. */
export async function syncFolder(folder: string): Promise<void> {
  if (!syncAtOnce(folder)) await syncEach(folder)
}

/**
 * Whether all files are on disk when the engine starts: it was closed in order, or one call of the system
 * makes up for it. Otherwise the engine itself waits for each of its thousand files before it recovers.
 */
export function isOnDisk(folder: string): boolean {
  const wasClosed = !existsSync(join(folder, 'postmaster.pid'))
  return wasClosed || syncAtOnce(folder)
}

export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function syncAtOnce(folder: string): boolean {
  if (process.platform !== 'linux') return false
  return spawnSync('sync', ['-f', folder], { stdio: 'ignore' }).status === 0
}

async function syncEach(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await syncEach(path)
    else if (entry.isFile()) await syncPath(path)
  }
  await syncPath(folder)
}
