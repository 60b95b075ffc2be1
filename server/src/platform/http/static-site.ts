import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { anyone } from '@exempta/contract/access'
import { errorTable } from '@exempta/contract/errors'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AppError } from '../app-error.ts'
import type { ErrorPage } from './error-handler.ts'
import { FilledFiles, type FilledValues, isKnownPage, type Site, siteManifest } from './filled-files.ts'
import { pagePolicy, workerPolicy } from './security-headers.ts'

const readManifest = async (folder: string): Promise<Site> =>
  siteManifest.parse(JSON.parse(await readFile(join(folder, 'site.json'), 'utf8')))

/** What the pages under /api need: the shell, for those that people open in a browser, and the font. */
export async function readPageParts(
  folder: string,
  isDemo: boolean,
): Promise<{ page: ErrorPage; fontAddress: string | undefined }> {
  const site = await readManifest(folder)
  const built = await readFile(join(folder, 'client', site.shell), 'utf8')
  const html = isDemo ? markDemo(built) : built
  return { page: { html, policy: pagePolicy(site.pages[site.shell] ?? []) }, fontAddress: site.font }
}

export interface SiteOptions {
  folder: string
  isDemo?: boolean
  /** What pages show that the build doesn't know, as it is now. */
  valuesNow(): FilledValues
  /** For pages opened by a private link: whether the link has expired. Undefined for every other page. */
  isLinkOver(path: string): Promise<boolean | undefined>
}

/** The built web app: hashed assets for ever, prerendered pages, and one shell for every other page. */
export async function staticSite(app: FastifyInstance, options: SiteOptions): Promise<void> {
  const { folder, isDemo = false, valuesNow, isLinkOver } = options
  const root = join(folder, 'client')
  const site = await readManifest(folder)
  const filled = isDemo
    ? new FilledFiles(root, withEveryPage(site), valuesNow, markDemo)
    : new FilledFiles(root, site.filled, valuesNow)
  await app.register(fastifyStatic, {
    root,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    etag: true,
  })

  // A page with only some of its files is worse than a late one, so files are sent even under pressure.
  const config = { access: anyone, isSameForAll: true, pressureHandler: () => undefined } as const
  app.get('/*', { config, schema: { hide: true } }, async (request, reply) => {
    const path = decodedPath(request.url)
    if (path.startsWith('/api/')) throw new AppError('not-found')
    if (path.startsWith('/assets/')) {
      return reply.header('cache-control', 'public, max-age=31536000, immutable').sendFile(path.slice(1))
    }
    const target = site.redirects[path.toLowerCase().replace(/\/$/, '')]
    if (target) return reply.redirect(target, 301)
    const page = pageFile(path)
    if (site.pages[page]) {
      setPageHeaders(reply, site, page)
      return filled.has(page) ? filled.send(request, reply, page) : reply.sendFile(page)
    }
    const file = path.slice(1)
    if (filled.has(file))
      return filled.send(request, reply.header('cache-control', 'public, max-age=3600'), file)
    if (file === workerFile) reply.header('content-security-policy', workerPolicy)
    if (await isFile(join(root, path))) {
      // Page data belongs to one build; pictures and films may be cached for a while.
      const cacheControl = file.endsWith('.data') ? 'no-cache' : 'public, max-age=3600'
      return reply.header('cache-control', cacheControl).sendFile(file)
    }
    // Private links are looked up in the database, so a source with too many refusals is stopped before that.
    app.refusedCalls.check(request)
    const isOver = await isLinkOver(path)
    if (isOver !== undefined) reply.header('x-robots-tag', 'noindex, nofollow')
    const refusal = isOver ? 'gone' : isKnownPage(site, path) ? undefined : 'not-found'
    if (refusal) {
      const counted = app.refusedCalls.count(request, new AppError(refusal), isOver)
      if (counted.code === 'too-many-requests') throw counted
      reply.code(errorTable[refusal].status)
    }
    // "Not modified" is an answer to a success only: with any other status the browser would show an empty page.
    if (reply.statusCode !== 200) for (const name of conditions) delete request.headers[name]
    setPageHeaders(reply, site, site.shell)
    return filled.has(site.shell) ? filled.send(request, reply, site.shell) : reply.sendFile(site.shell)
  })
}

/** Shows the mark that every built page contains (`web/src/root.tsx`). */
const markDemo = (html: string) => html.replace('<html', '<html data-demo=""')

const withEveryPage = ({ filled: { marks, files }, pages }: Site): Site['filled'] => ({
  marks,
  files: [...files, ...Object.keys(pages)],
})

/** The service worker of the Counter page. */
const workerFile = 'business/counter-worker.js'

const conditions = ['if-none-match', 'if-modified-since', 'range']

function setPageHeaders(reply: FastifyReply, site: Site, file: string): void {
  reply
    .header('content-security-policy', pagePolicy(site.pages[file] ?? []))
    .header('cache-control', 'no-cache')
}

function decodedPath(url: string): string {
  try {
    const path = decodeURIComponent(url.split(/[?#]/, 1)[0] ?? '/')
    if (!path.includes('\0') && !path.split(/[/\\]/).includes('..')) return path
  } catch {
    // An invalid percent escape: none of our pages has such an address.
  }
  throw new AppError('not-found')
}

const pageFile = (path: string) =>
  path === '/' ? 'index.html' : `${path.replace(/^\/|\/$/g, '')}/index.html`

const isFile = async (path: string) => (await stat(path).catch(() => undefined))?.isFile() ?? false
