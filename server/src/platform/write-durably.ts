import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

export interface DurableWrite {
  temporary: string
  final: string
}

/** Temporary file → fsync → rename → fsync of the folder: the final name holds all of it or nothing. */
export async function writeDurably(
  { temporary, final }: DurableWrite,
  fill: (handle: FileHandle) => Promise<void>,
): Promise<void> {
  const handle = await open(temporary, 'wx', 0o600)
  try {
    await fill(handle)
    await handle.sync()
    await handle.close()
    await rename(temporary, final)
  } catch (error) {
    await handle.close().finally(() => rm(temporary, { force: true }))
    throw error
  }
  await syncFolder(dirname(final))
}

/** Makes the folder and whatever is missing above it, so that a power cut does not take it away again. */
export async function makeFolderDurably(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
