import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import underPressure from '@fastify/under-pressure'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { staticSite } from './static-site.ts'

const valuesNow = () => ({ publicUrl: 'https://exempta.example', supportEmail: '', supportPhone: '' })
const app = Fastify()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'exempta-site-'))
  await mkdir(join(folder, 'client/assets'), { recursive: true })
  await writeFile(join(folder, 'client/index.html'), '<!doctype html>')
  await writeFile(join(folder, 'client/assets/page-1.js'), 'export {}')
  const redirects = { '/states/tx': '/states/texas' }
  const site = { shell: 'index.html', pages: { 'index.html': ['sha256-listed'] }, routes: [], redirects }
  await writeFile(join(folder, 'site.json'), JSON.stringify(site))
  // Less than any loop takes.
  await app.register(underPressure, { maxEventLoopDelay: 0.000001, sampleInterval: 10, retryAfter: 5 })
  app.get('/api/busy', () => 'not busy')
  await app.register(staticSite, { folder, valuesNow, isLinkOver: async () => undefined })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

it('sends pages and their files while calls are refused', async () => {
  await vi.waitFor(async () => expect((await app.inject('/api/busy')).statusCode).toBe(503))
  for (const url of ['/', '/assets/page-1.js']) expect((await app.inject(url)).statusCode, url).toBe(200)
})

it('sends a page with a policy by which only our own scripts run, in no frame', async () => {
  const { headers } = await app.inject('/')
  const policy = String(headers['content-security-policy']).split('; ')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self' 'sha256-listed'")
  expect(policy).toContain("frame-ancestors 'none'")
})

it.each(['/states/tx', '/states/TX/', '/states/tx?from=email'])(
  'sends %s on to the page it means',
  async (url) => {
    const { statusCode, headers } = await app.inject(url)
    expect([statusCode, headers.location]).toEqual([301, '/states/texas'])
  },
)

it('marks every page of a demo, whether prerendered or not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'exempta-demo-site-'))
  const page = '<!doctype html><html lang="en"><body></body></html>'
  await mkdir(join(folder, 'client/help'), { recursive: true })
  for (const file of ['index.html', 'help/index.html', 'shell.html']) {
    await writeFile(join(folder, 'client', file), page)
  }
  const pages = { 'index.html': [], 'help/index.html': [], 'shell.html': [] }
  const site = { shell: 'shell.html', pages, routes: ['/user/dashboard'] }
  await writeFile(join(folder, 'site.json'), JSON.stringify(site))
  for (const isDemo of [true, false]) {
    const demo = Fastify()
    demo.decorate('refusedCalls', { check: () => {}, count: (_: unknown, error: unknown) => error } as never)
    await demo.register(staticSite, { folder, isDemo, valuesNow, isLinkOver: async () => undefined })
    for (const url of ['/', '/help', '/user/dashboard', '/no-such-page']) {
      expect((await demo.inject(url)).body.includes('<html data-demo="" lang="en">'), url).toBe(isDemo)
    }
    await demo.close()
  }
  await rm(folder, { recursive: true })
})
