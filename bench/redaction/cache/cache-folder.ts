/** What a run of the benchmark keeps for the next one; may be removed at any time. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('../../../', import.meta.url)
const isTest = /\.test\.ts$/

/** A folder that belongs to one state of the named sources: when one of them changes it is another folder. */
export function cacheFolder(name: string, sources: readonly string[]): URL {
  const hash = createHash('sha256')
  for (const source of sources) addTo(hash, new URL(source, root))
  const folder = new URL(`.cache/redaction-bench/${name}-${hash.digest('hex').slice(0, 16)}/`, root)
  mkdirSync(folder, { recursive: true })
  return folder
}

function addTo(hash: ReturnType<typeof createHash>, url: URL): void {
  if (statSync(url).isDirectory()) {
    for (const entry of readdirSync(fileURLToPath(url)).sort()) addTo(hash, new URL(`${url.href}/${entry}`))
  } else if (!isTest.test(url.pathname))
    hash.update(url.pathname.slice(root.pathname.length)).update(readFileSync(url))
}

export const hashOf = (...parts: (string | Uint8Array)[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex').slice(0, 32)
}
