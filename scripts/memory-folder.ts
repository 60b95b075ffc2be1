import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'

const memory = '/dev/shm'
const minBytes = 4 * 1024 ** 3

/**
 * A place for temporary files in memory, for as long as this process runs; nothing where there is little room. Tests
 * make a thousand small files for each database, and what a disk costs the processor for them is most of it.
 */
export function makeMemoryFolder(): string | undefined {
  if (!existsSync(memory)) return undefined
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize < minBytes) return undefined
  const folder = mkdtempSync(`${memory}/exempta-run-`)
  // As open as the folder it stands for: a server that refuses root runs as another user.
  chmodSync(folder, 0o1777)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
  return folder
}
