/** The parts that a test run consists of: commands that count as one test, and suites with tests of their own. */
import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { findChromium } from '../development/find-chromium.ts'
import { root, runCommand } from '../run-command.ts'
import { readPlaywrightReport, readVitestReport, type TestResult } from './test-results.ts'

export interface Part {
  name: string
  run(options: PartRun): Promise<TestResult[]>
}

export interface PartRun {
  /** Only these files, one after the other; all of the part if there are none. */
  files: string[]
  /** After this time a suite is ended and has failed. */
  timeoutMs: number
  /** A second run, whose report must not replace the first one's. */
  isRepeat: boolean
}

export const reportsFolder = path.join(root, 'test-results')
const outsideTests = 'It failed outside every test. See above.'

/** A command without tests of its own counts as one test. */
export function check(part: string, run: () => Promise<{ ok: boolean; output: string }>): Part {
  return {
    name: part,
    run: async () => {
      const { ok, output } = await run()
      if (!ok) console.error(output)
      return [ok ? { part, state: 'passed' } : { part, state: 'failed', message: output }]
    },
  }
}

/** `args` choose the project, and perhaps some of its files. */
export function vitest(name: string, args: string[], filters: string[] = []): Part {
  return {
    name,
    run: ({ files, timeoutMs, isRepeat }) => {
      const report = path.join(reportsFolder, `${reportName(name, isRepeat)}.json`)
      const selected = files.length > 0 ? [...files, '--no-file-parallelism'] : filters
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      return runSuite(name, report, readVitestReport, () =>
        runCommand('vitest', ['run', ...selected, ...args, ...reporters], { timeoutMs }),
      )
    },
  }
}

export function playwright(name: string): Part {
  return {
    name,
    run: async ({ files, timeoutMs, isRepeat }) => {
      const { executablePath } = await findChromium()
      console.log(`Browser: ${executablePath}`)
      const output = path.join(reportsFolder, reportName(name, isRepeat))
      const selected = files.length > 0 ? [...files, '--workers=1'] : []
      const args = ['test', ...selected, '--output', output, '--reporter=list,json']
      const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: `${output}.json` }
      return runSuite(name, `${output}.json`, readPlaywrightReport, () =>
        runCommand('playwright', args, { env, timeoutMs }),
      )
    },
  }
}

const reportName = (part: string, isRepeat: boolean) => (isRepeat ? `${part}-repeated` : part)

async function runSuite<Report>(
  part: string,
  report: string,
  read: (part: string, report: Report) => TestResult[],
  run: () => Promise<boolean>,
): Promise<TestResult[]> {
  await rm(report, { force: true })
  const ok = await run()
  const results = existsSync(report) ? read(part, JSON.parse(await readFile(report, 'utf8'))) : []
  if (results.length > 0 && (ok || results.some(({ state }) => state === 'failed'))) return results
  // It crashed, took too long, found no tests, or failed on an error outside every test.
  return [...results, { part, state: 'failed', message: outsideTests }]
}
