import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { holdLock } from '../development/hold-lock.ts'
import { root, runScript } from '../run-command.ts'

const web = path.join(root, 'web')
const stamp = path.join(web, 'build', 'inputs.sha256')
const tool = path.join(root, 'node_modules', '.bin', 'react-router')
const inputs = ['web', 'contract', 'knowledge', 'package-lock.json']
const outputs = ['node_modules', 'build', '.react-router']

/** Builds the web app unless the last build had the same inputs; false when there is none for these sources. */
export async function buildWeb({ quiet = false } = {}): Promise<boolean> {
  const sources = hashFiles(root, inputs, outputs)
  if (!existsSync(tool)) return isBuiltFrom(sources)
  const state = [sources, process.version, ...buildSettings()].join('\n')
  if (state === (await lastBuild())) return true
  const release = await holdLock(path.join(root, '.cache', 'build-web.lock'))
  try {
    if (state === (await lastBuild())) return true
    if (quiet) console.log('Building the web app …')
    await rm(stamp, { force: true })
    const ok = await runScript('build', { cwd: web, quiet })
    if (ok) await writeFile(stamp, state)
    return ok
  } finally {
    await release()
  }
}

/** Without the packages for building, a build from these sources will do, whatever Node it was made with. */
async function isBuiltFrom(sources: string): Promise<boolean> {
  const last = await lastBuild()
  if (last?.split('\n')[0] === sources) return true
  console.error(
    last
      ? 'The web app in web/build was built from other sources, and the packages for building it aren’t installed.'
      : 'The web app isn’t built yet, and the packages for building it aren’t installed.',
  )
  console.error(
    'Run npm ci and npm run build. After that, npm prune --omit=dev removes these packages again.',
  )
  return false
}

const lastBuild = () => readFile(stamp, 'utf8').catch(() => undefined)

function buildSettings(): string[] {
  return Object.entries(process.env)
    .filter(([name]) => name === 'NODE_ENV' || name.startsWith('VITE_'))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
}

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

// `npm run build`: so that the packages for it can be removed before the first start.
if (import.meta.main && !(await buildWeb())) process.exit(1)
