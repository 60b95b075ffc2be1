import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { startApp } from '../e2e/fixtures/start-app.ts'
import { findChromium } from '../scripts/find-chromium.ts'
import type { Bench, BenchResult } from './bench.ts'

// Fetched when this benchmark runs: with its 146 packages it is too large for everybody's install.
const lighthouse = 'lighthouse@13.5.0'
const runs = 5
/** A page of each kind that visitors read first. */
const pages = {
  home: '/',
  help: '/help',
  post: '/blog/when-exemption-certificates-expire',
  lesson: '/tutorials/getting-started',
}
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Category = (typeof categories)[number]
type Scores = Record<Category, number>

interface LighthouseReport {
  categories: Partial<Record<Category, { score: number | null }>>
  runtimeError?: { message: string }
}

export const bench: Bench = {
  summary: 'Lighthouse on the home page, help, a post and a lesson as a phone sees them: median of 5 runs',
  async run(print) {
    const app = await startApp()
    const browser = await startBrowser()
    try {
      const figures: BenchResult['figures'] = {}
      const limits: BenchResult['limits'] = {}
      for (const [page, address] of Object.entries(pages)) {
        const scores: Scores[] = []
        for (let run = 1; run <= runs; run++) {
          const score = await measure(app.url + address, browser.port)
          print(`  ${page}, run ${run}: ${categories.map((name) => `${name} ${score[name]}`).join(', ')}`)
          scores.push(score)
        }
        for (const name of categories) {
          const sorted = scores.map((score) => score[name]).sort((a, b) => a - b)
          figures[`${page} ${name}`] = sorted[Math.floor(runs / 2)] ?? 0
          limits[`${page} ${name}`] = { atLeast: name === 'performance' ? 95 : 100 }
        }
      }
      return { figures, limits }
    } finally {
      await browser.stop()
      await app.stop()
    }
  },
}

async function measure(url: string, port: number): Promise<Scores> {
  const options = [`--port=${port}`, '--output=json', '--quiet', `--only-categories=${categories.join(',')}`]
  const { stdout } = await promisify(execFile)('npx', ['--yes', lighthouse, url, ...options], {
    maxBuffer: 64 * 1024 * 1024,
  })
  const report = JSON.parse(stdout) as LighthouseReport
  if (report.runtimeError) throw new Error(report.runtimeError.message)
  const score = (name: Category) => Math.round((report.categories[name]?.score ?? 0) * 100)
  return Object.fromEntries(categories.map((name) => [name, score(name)])) as Scores
}

async function startBrowser(): Promise<{ port: number; stop(): Promise<void> }> {
  const { executablePath, args, env } = await findChromium()
  const profile = await mkdtemp(path.join(tmpdir(), 'exempta-lighthouse-'))
  const child = spawn(
    executablePath,
    [...args, '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    // A group of its own: Debian's command is a script that does not end its browser.
    { env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  )
  const exited = once(child, 'exit')
  const port = await new Promise<number>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      const found = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(chunk.toString())?.[1]
      if (found) resolve(Number(found))
    })
    exited.then(() => reject(new Error('Chromium ended before it was ready.')))
  })
  return {
    port,
    async stop() {
      if (child.pid) process.kill(-child.pid)
      await exited
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
