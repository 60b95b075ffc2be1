import { createHash } from 'node:crypto'
import { glob, readFile, stat } from 'node:fs/promises'
import path from 'node:path'

/** One hash over the names and contents of these files and folders below `base`, whatever their dates. */
export async function hashFiles(base: string, entries: string[], skippedNames: string[]): Promise<string> {
  const files: string[] = []
  for (const entry of entries) {
    if ((await stat(path.join(base, entry))).isFile()) files.push(entry)
    else {
      const below = glob(`${entry}/**`, {
        cwd: base,
        exclude: ({ name }) => skippedNames.includes(name),
        withFileTypes: true,
      })
      for await (const found of below) {
        if (found.isFile()) files.push(path.relative(base, path.join(found.parentPath, found.name)))
      }
    }
  }
  const hash = createHash('sha256')
  for (const file of files.sort()) {
    const content = await readFile(path.join(base, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}
