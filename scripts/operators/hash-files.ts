import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/**
 * One hash over the names and contents of these files and folders below `base`, whatever their dates. Synchronous,
 * which is four times as fast with so many small files.
 */
export function hashFiles(base: string, entries: string[], skippedNames: string[]): string {
  const files = entries.flatMap((entry) => listFiles(base, entry, skippedNames))
  const hash = createHash('sha256')
  for (const file of files.sort()) {
    const content = readFileSync(path.join(base, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function listFiles(base: string, entry: string, skippedNames: string[]): string[] {
  if (!statSync(path.join(base, entry)).isDirectory()) return [entry]
  const names = readdirSync(path.join(base, entry)).filter((name) => !skippedNames.includes(name))
  return names.flatMap((name) => listFiles(base, path.join(entry, name), skippedNames))
}
