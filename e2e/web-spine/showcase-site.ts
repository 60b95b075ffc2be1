/** Serves the build that holds the design system's living page, with the policy of its own `site.json`. */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'

const web = path.join(import.meta.dirname, '../../web')
const folder = path.join(web, 'build/showcase')
const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export interface Site {
  url: string
  stop(): Promise<void>
}

export async function buildShowcase(): Promise<void> {
  await promisify(execFile)('npm', ['run', 'build'], { cwd: web, env: { ...process.env, VITE_DEV_UI: '1' } })
}

export async function serveShowcase(): Promise<Site> {
  const { pages, shell } = JSON.parse(await readFile(path.join(folder, 'site.json'), 'utf8')) as {
    pages: Record<string, string[]>
    shell: string
  }
  const server = createServer((request, response) => {
    const asked = new URL(request.url ?? '/', 'http://site').pathname.slice(1)
    if (asked.startsWith('api/')) return void response.writeHead(404).end()
    const page = [`${asked}${asked ? '/' : ''}index.html`].find((name) => pages[name]) ?? shell
    const file = /^(assets\/|favicon)/.test(asked) ? asked : page
    const hashes = (pages[file] ?? []).map((hash) => `'${hash}'`).join(' ')
    response.setHeader('content-type', types[path.extname(file)] ?? 'application/octet-stream')
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src 'self' ${hashes}; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'`,
    )
    readFile(path.join(folder, 'client', file)).then(
      (bytes) => response.end(bytes),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
