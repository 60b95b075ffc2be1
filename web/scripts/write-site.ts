/** After the build: compresses its files and writes `build/site.json`, which tells the server what it may serve. */
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routeConfig from '../src/app/routes.ts'

const build = fileURLToPath(new URL('../build', import.meta.url))
const client = join(build, 'client')
const shell = '__spa-fallback.html'
const compressible = new Set(['.html', '.js', '.css', '.svg', '.json', '.txt', '.xml', '.webmanifest'])

const files = (await readdir(client, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(client.length + 1))

const pages: Record<string, string[]> = {}
for (const file of files.filter((name) => name.endsWith('.html'))) {
  pages[file] = inlineScriptHashes(await readFile(join(client, file), 'utf8'))
}
await writeFile(
  join(build, 'site.json'),
  JSON.stringify({ shell, pages, routes: patterns(await routeConfig) }, null, 2),
)
await Promise.all(files.filter((file) => compressible.has(extname(file))).map(compress))

/** As a Content-Security-Policy names them: a page may run exactly these inline scripts. */
function inlineScriptHashes(html: string): string[] {
  const scripts = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  const hashes = scripts.map(
    ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
  )
  return [...new Set(hashes)]
}

/** The full path of every page; the catch-all is left out, so that unknown addresses are answered 404. */
function patterns(routes: RouteConfigEntry[], parent = ''): string[] {
  return routes.flatMap(({ path, children = [], index }) => {
    const full = path ? `${parent}/${path}` : parent
    const own = children.length === 0 && path !== '*' && (path || index) ? [full || '/'] : []
    return [...own, ...patterns(children, full)]
  })
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(join(client, file))
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  await writeFile(join(client, `${file}.br`), await promisify(brotliCompress)(bytes, quality))
  await writeFile(join(client, `${file}.gz`), await promisify(gzip)(bytes, { level: 9 }))
}
