import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

const importedFile = /(?:from|import)\s*"\.\/([^"]+\.js)"/g
const linkedFile = /\/assets\/([\w.-]+\.js)/g

interface RouteManifest {
  routes: Record<string, { module: string; imports?: string[] } | undefined>
}

/** Bytes of JavaScript, compressed, that a page loads before it works: its files and all they import. */
export function initialScriptBytes(client: string, page: { html: string } | { routes: string[] }): number {
  const read = (file: string) => readFileSync(path.join(client, 'assets', file), 'utf8')
  const html = readFileSync(path.join(client, 'html' in page ? page.html : '__spa-fallback.html'), 'utf8')
  const waiting = [...html.matchAll(linkedFile)].map(([, file = '']) => file)
  if ('routes' in page) waiting.push(...routeFiles(read(manifestOf(waiting)), page.routes))

  const sizes = new Map<string, number>()
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (sizes.has(file)) continue
    const text = read(file)
    sizes.set(file, gzipSync(text, { level: 9 }).length)
    for (const [, imported = ''] of text.matchAll(importedFile)) waiting.push(imported)
  }
  return [...sizes.values()].reduce((sum, size) => sum + size, 0)
}

function manifestOf(files: string[]): string {
  const manifest = files.find((file) => file.startsWith('manifest-'))
  if (!manifest) throw new Error('The build has no route manifest.')
  return manifest
}

function routeFiles(manifest: string, ids: string[]): string[] {
  const text = manifest.slice(manifest.indexOf('{'), manifest.lastIndexOf('}') + 1)
  const { routes } = JSON.parse(text) as RouteManifest
  return ids.flatMap((id) => {
    const route = routes[id]
    if (!route) throw new Error(`There is no route ${id}.`)
    return [route.module, ...(route.imports ?? [])].map((file) => path.basename(file))
  })
}
