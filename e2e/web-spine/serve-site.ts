/**
 * Serves a build of the web client alone, with the policy of its own `site.json`. Nobody is signed in; any other call
 * is answered by the journey itself. What the whole product does with the same files is tested elsewhere.
 */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { App } from '../fixtures/start-app.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webp': 'image/webp',
}

/** What public pages ask for. */
const answers: Record<string, object> = {
  'api/session': { session: null },
  'api/form-stamp': { stamp: 'none' },
  'api/settings': {
    settings: { 'support.email': '', 'support.hours': 'Mon-Fri 9:00-6:00 EST' },
    about: { users: '10K+', documents: '1M+', uptime: '99.9%', support: '24/7' },
  },
}

interface SiteManifest {
  pages: Record<string, string[]>
  shell: string
}

export async function serveSite(folder: string): Promise<App> {
  const manifest = JSON.parse(await readFile(path.join(folder, 'site.json'), 'utf8')) as SiteManifest
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://site').pathname.slice(1)
    const answer = answers[asked]
    if (answer) return void response.end(JSON.stringify(answer))
    if (asked.startsWith('api/')) return void response.writeHead(404).end()
    const file = path.extname(asked) ? asked : pageOf(manifest, asked)
    response.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream')
    // As the product serves them: their names change with what is in them.
    if (asked.startsWith('assets/'))
      response.setHeader('cache-control', 'public, max-age=31536000, immutable')
    response.setHeader('content-security-policy', policy(manifest.pages[file] ?? []))
    readFile(path.join(folder, 'client', file)).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    output: [],
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function pageOf({ pages, shell }: SiteManifest, asked: string): string {
  const page = asked === '' ? 'index.html' : `${asked.replace(/\/$/, '')}/index.html`
  return pages[page] ? page : shell
}

function policy(hashes: string[]): string {
  const scripts = ["'self'", ...hashes.map((hash) => `'${hash}'`)].join(' ')
  return `default-src 'none'; script-src ${scripts}; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; media-src 'self'; connect-src 'self'`
}
