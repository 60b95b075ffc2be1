import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'

/** One hash over the names and contents of these files and folders below `base`, whatever their dates. */
export async function hashFiles(base: string, entries: string[], skippedNames: string[]): Promise<string> {
  const files = await Promise.all(entries.map((entry) => listFiles(base, entry, skippedNames)))
  const hash = createHash('sha256')
  for (const file of files.flat().sort()) {
    const content = await readFile(path.join(base, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

async function listFiles(base: string, entry: string, skippedNames: string[]): Promise<string[]> {
  const found = await stat(path.join(base, entry))
  if (!found.isDirectory()) return [entry]
  const names = (await readdir(path.join(base, entry))).filter((name) => !skippedNames.includes(name))
  const below = names.map((name) => listFiles(base, path.join(entry, name), skippedNames))
  return (await Promise.all(below)).flat()
}
