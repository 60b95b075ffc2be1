import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface SmallDisk {
  folder: string
  /** Takes all the space that is left, to the last byte. */
  fill(): void
  free(): void
  remove(): void
}

/** A file system of its own with this much room. Undefined where this user can't mount one. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'exempta-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a')
      for (const piece of [Buffer.alloc(1024 * 1024), Buffer.alloc(512)]) writeUntilFull(file, piece)
      closeSync(file)
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', [folder])
      rmSync(folder, { recursive: true })
    },
  }
}

function writeUntilFull(file: number, piece: Buffer): void {
  try {
    for (;;) writeSync(file, piece)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
