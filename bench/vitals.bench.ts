import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { launchFilledDemo } from '../e2e/fixtures/launch-app.ts'
import { prepareDemo } from '../e2e/fixtures/prepared-data.ts'
import { demoPerson } from '../e2e/fixtures/start-app.ts'
import { findChromium } from '../scripts/development/find-chromium.ts'
import { buildWeb } from '../scripts/operators/build-web.ts'
import type { Bench, BenchResult } from './bench.ts'

/** Ten pages behind the login, by the demo account that opens them. `:document` is the account's newest one. */
const pages = {
  dashboard: ['user', '/user/dashboard'],
  myDocuments: ['user', '/user/documents'],
  shared: ['user', '/user/documents?shared=1'],
  document: ['user', '/user/documents/:document'],
  upload: ['user', '/user/upload'],
  profile: ['user', '/user/profile'],
  businessDashboard: ['business', '/business/dashboard'],
  received: ['business', '/business/documents'],
  businessProfile: ['business', '/business/profile'],
  adminDashboard: ['admin', '/admin/dashboard'],
} as const
const viewports = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
]
/** A page loads slowly enough to show what it shows while it waits. */
const latencyMs = 60
const quietMs = 1500
const limits = { shift: 0.02, requests: 20, repeated: 0 }

interface Vitals {
  shift: number
  requests: number
  requested: string[]
  /** Calls of the API that were made more than once. */
  repeated: string[]
  kilobytes: number
  /** What moved, and by how much. */
  moved: string[]
}

export const bench: Bench = {
  summary: 'Layout shift, requests and kB of ten signed-in pages in Chromium, loaded without a cache',
  async run(print, flags) {
    const app = await startDemo(flags)
    const { executablePath, args, env } = await findChromium()
    const browser = await chromium.launch({ executablePath, args, env: { ...process.env, ...env } as never })
    try {
      const figures: BenchResult['figures'] = {}
      const limitsOfAll: BenchResult['limits'] = {}
      for (const [name, [account, address]] of Object.entries(pages)) {
        const found: Vitals[] = []
        for (const viewport of viewports) {
          const vitals = await load(browser, app.url, { account, address, viewport })
          print(`  ${name} at ${viewport.width}: ${wordsOf(vitals)}`)
          found.push(vitals)
        }
        const most = (figure: (vitals: Vitals) => number) => Math.max(...found.map(figure))
        figures[`${name} shift`] = most(({ shift }) => shift)
        figures[`${name} requests`] = most(({ requests }) => requests)
        figures[`${name} repeated`] = most(({ repeated }) => repeated.length)
        figures[`${name} kB`] = most(({ kilobytes }) => kilobytes)
        limitsOfAll[`${name} shift`] = { atMost: limits.shift }
        limitsOfAll[`${name} requests`] = { atMost: limits.requests }
        limitsOfAll[`${name} repeated`] = { atMost: limits.repeated }
      }
      return { figures, limits: limitsOfAll }
    } finally {
      await browser.close()
      await app.end()
    }
  },
}

/** A demo of its own, or with `--at=URL` one that runs already. */
async function startDemo(flags: readonly string[]): Promise<{ url: string; end(): Promise<void> }> {
  const running = flags.find((flag) => flag.startsWith('--at='))?.slice('--at='.length)
  if (running) return { url: running, end: async () => {} }
  if (!(await buildWeb({ quiet: true }))) throw new Error('The web app could not be built.')
  const folder = await mkdtemp(path.join(tmpdir(), 'exempta-vitals-'))
  await prepareDemo(folder)
  const { url, end } = await launchFilledDemo(folder)
  return {
    url,
    async end() {
      await end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function wordsOf({ shift, requests, requested, kilobytes, repeated, moved }: Vitals): string {
  return [
    `shift ${shift.toFixed(3)}, ${requests} requests, ${kilobytes.toFixed(0)} kB`,
    ...repeated.map((call) => `fetched again: ${call}`),
    ...moved,
    ...(requests > limits.requests ? requested : []),
  ].join('\n      ')
}

interface Visit {
  account: string
  address: string
  viewport: { width: number; height: number }
}

/** Every visit has a browser context of its own, so nothing is cached. */
async function load(browser: Browser, url: string, { account, address, viewport }: Visit): Promise<Vitals> {
  const context = await browser.newContext({ baseURL: url, viewport })
  try {
    const answer = await context.request.post('/api/session', {
      headers: { origin: url },
      data: demoPerson(account),
    })
    if (!answer.ok()) throw new Error(`The login as ${account} was answered with ${answer.status()}.`)
    return await measure(await context.newPage(), await withDocument(context, address))
  } finally {
    await context.close()
  }
}

async function withDocument(context: BrowserContext, address: string): Promise<string> {
  if (!address.includes(':document')) return address
  const answer = await context.request.get('/api/documents?status=processed')
  const { items } = (await answer.json()) as { items: { id: string }[] }
  return address.replace(':document', items[0]?.id ?? '')
}

interface Shift {
  value: number
  moved: string[]
}

async function measure(page: Page, address: string): Promise<Vitals> {
  await page.addInitScript(watchShifts)
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  const requested: string[] = []
  let bytes = 0
  let lastAt = performance.now()
  network.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.startsWith('data:')) return
    requested.push(`${request.method} ${request.url}`)
    lastAt = performance.now()
  })
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
    lastAt = performance.now()
  })
  await page.goto(address)
  // A page that fails to load would have the best figures.
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  while (performance.now() - lastAt < quietMs) await page.waitForTimeout(100)
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
  const calls = requested.filter((request) => request.includes('/api/'))
  return {
    shift: shifts.reduce((sum, { value }) => sum + value, 0),
    requests: requested.length,
    requested,
    repeated: calls.filter((call, index) => calls.indexOf(call) !== index),
    kilobytes: bytes / 1000,
    moved: shifts.map(({ value, moved }) => `${value.toFixed(4)}: ${moved.join(', ')}`),
  }
}

/** Runs in the page before anything else of it. */
function watchShifts() {
  interface LayoutShift extends PerformanceEntry {
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  const shifts: Shift[] = []
  ;(window as unknown as { shifts: Shift[] }).shifts = shifts
  const nameOf = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement
    return element ? `${element.localName}.${element.className.toString().slice(0, 40)}` : 'something'
  }
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
      if (hadRecentInput) continue
      const moved = sources.map(
        ({ node, previousRect, currentRect }) =>
          `${nameOf(node)} ${Math.round(currentRect.y - previousRect.y)} px`,
      )
      shifts.push({ value, moved })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
