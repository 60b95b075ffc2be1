/**
 * After the build: lets the scripts of each page go last, gives pages their addresses, writes the sitemap,
 * `build/site.json` (pages with the hashes of their inline scripts, the font, route patterns, files that wait for
 * values of the server) and compressed copies of what browsers fetch, for the server. Fails on markup that the policy would block.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { buildFolder, hasShowcase } from '../build-place.ts'
import { serverMarks } from '../server-marks.ts'
import { redirects } from '../src/app/prerendered-paths.ts'
import routes from '../src/routes.ts'
import { sitemap, withAddresses } from './page-addresses.ts'
import { inlineScriptHashes, inlineStyles, scriptsYield } from './page-markup.ts'

const build = path.join(import.meta.dirname, '..', buildFolder)
const client = path.join(build, 'client')
const shell = '__spa-fallback.html'
const compressible = /\.(html|js|css|svg|txt|json|xml|data|vtt)$/
/** For people who come from elsewhere; search engines need not show them. */
const unlisted = new Set(['/forgot-password'])
const written = new Set(['/blog/:slug', '/tutorials/:slug', '/states/:state'])
const worthwhileBytes = 1024

const pictures = new Set(
  (await readdir(path.join(client, 'media', 'previews'))).map((name) => path.basename(name, '.png')),
)
const files = (await readdir(client, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && !/\.(gz|br)$/.test(entry.name))
  .map((entry) => path.relative(client, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
  .sort()

const pages: Record<string, string[]> = {}
for (const file of files.filter((name) => name.endsWith('.html'))) {
  const built = scriptsYield(await readFile(path.join(client, file), 'utf8'))
  const html = file === shell ? built : withAddresses(built, addressOf(file), pictures)
  await writeFile(path.join(client, file), html)
  const blocked = inlineStyles(html)
  if (blocked.length > 0)
    throw new Error(`${file} holds inline styles, which the policy blocks: ${blocked[0]}`)
  pages[file] = inlineScriptHashes(html, (text) => createHash('sha256').update(text).digest('base64'))
}

const listed = Object.keys(pages)
  .filter((file) => file !== shell)
  .map(addressOf)
  .filter((address) => !unlisted.has(address))
await writeFile(path.join(client, 'sitemap.xml'), sitemap(listed))
files.push('sitemap.xml')

const filled: string[] = []
for (const file of files.filter((name) => /\.(html|xml|txt)$/.test(name))) {
  const text = await readFile(path.join(client, file), 'utf8')
  if (Object.values(serverMarks).some((mark) => text.includes(mark))) filled.push(file)
}
const site = {
  shell,
  font: fontAddress(),
  pages,
  routes: patterns(routes),
  redirects,
  filled: { marks: serverMarks, files: filled },
}
await writeFile(path.join(build, 'site.json'), `${JSON.stringify(site, null, 2)}\n`)

// Nobody measures the showcase, and small copies take long to make.
const waiting = new Set(filled)
if (!hasShowcase) {
  await Promise.all(
    files.filter((name) => compressible.test(name) && !waiting.has(name)).map(writeSmallCopies),
  )
}

async function writeSmallCopies(file: string): Promise<void> {
  const bytes = await readFile(path.join(client, file))
  if (bytes.length < worthwhileBytes) return
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  await Promise.all([
    promisify(gzip)(bytes, { level: 9 }).then((small) => writeFile(path.join(client, `${file}.gz`), small)),
    promisify(brotliCompress)(bytes, brotli).then((small) =>
      writeFile(path.join(client, `${file}.br`), small),
    ),
  ])
}

/**
 * Every page's pattern. The catch-all is what shows for an unknown address, so it is none; and of written texts all
 * that there are have a page of their own.
 */
function patterns(entries: readonly RouteConfigEntry[], parent = ''): string[] {
  return entries.flatMap((entry) => {
    const own = entry.path ? `${parent}/${entry.path}` : parent
    if (entry.children) return patterns(entry.children, own)
    return own.endsWith('*') || written.has(own) ? [] : [own || '/']
  })
}

/** The file with the Latin letters of the product's font, for pages that the build doesn't make. */
function fontAddress(): string {
  const file = files.find((name) => /^assets\/inter-latin-wght-normal-[^/]+\.woff2$/.test(name))
  if (!file) throw new Error('The build holds no font')
  return `/${file}`
}

/** `help/index.html` is shown at `/help`. */
function addressOf(file: string): string {
  return `/${file.replace(/\/?index\.html$/, '')}`
}
