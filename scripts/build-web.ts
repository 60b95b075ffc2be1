import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hashFiles } from './hash-files.ts'
import { holdLock } from './hold-lock.ts'
import { root, runScript } from './run-command.ts'

const web = path.join(root, 'web')
const stamp = path.join(web, 'build', 'inputs.sha256')
const inputs = ['web', 'contract', 'knowledge', 'package-lock.json']
const outputs = ['node_modules', 'build', '.react-router']

/** Builds the web app unless the last build had the same inputs; false when the build failed. */
export async function buildWeb({ quiet = false } = {}): Promise<boolean> {
  const release = await holdLock(path.join(root, '.cache', 'build-web.lock'))
  try {
    const state = [await hashFiles(root, inputs, outputs), process.version, ...buildSettings()].join('\n')
    if (state === (await readFile(stamp, 'utf8').catch(() => undefined))) return true
    if (quiet) console.log('Building the web app …')
    await rm(stamp, { force: true })
    const ok = await runScript('build', { cwd: web, quiet })
    if (ok) await writeFile(stamp, state)
    return ok
  } finally {
    await release()
  }
}

function buildSettings(): string[] {
  return Object.entries(process.env)
    .filter(([name]) => name === 'NODE_ENV' || name.startsWith('VITE_'))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
}
