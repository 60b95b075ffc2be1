/** A copy of the product with the packages that `npm ci --omit=dev` installs, so that one it lacks shows. */
import { existsSync } from 'node:fs'
import { link, mkdir, mkdtemp, readdir, readFile, symlink } from 'node:fs/promises'
import path from 'node:path'
import { root } from '../../scripts/run-command.ts'

interface LockFile {
  packages: Record<string, { dev?: boolean; link?: boolean; resolved?: string }>
}

const parts = ['contract', 'knowledge', 'redaction', 'scripts', 'server', 'web']
const files = ['package.json', 'package-lock.json']

/** On the disk of the repository, because its files are links to those there. */
export async function makeProductionCopy(): Promise<string> {
  const cache = path.join(root, '.cache')
  await mkdir(cache, { recursive: true })
  const copy = await mkdtemp(path.join(cache, 'production-'))
  for (const name of files) await link(path.join(root, name), path.join(copy, name))
  for (const name of parts) await linkFolder(path.join(root, name), path.join(copy, name))
  const { packages } = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8')) as LockFile
  for (const [name, entry] of Object.entries(packages)) {
    // Packages for other systems are in the lock file, but not installed.
    if (!name.includes('node_modules/') || entry.dev || !existsSync(path.join(root, name))) continue
    const target = path.join(copy, name)
    await mkdir(path.dirname(target), { recursive: true })
    if (entry.link) await symlink(path.join(copy, entry.resolved ?? ''), target)
    else await linkFolder(path.join(root, name), target)
  }
  return copy
}

/** A file that is linked belongs to this copy; packages inside a folder are for the caller. */
async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.isDirectory()) await linkFolder(source, target)
    else if (entry.isFile()) await link(source, target)
  }
}
