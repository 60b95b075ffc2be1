/**
 * `npm test`: every check and every test; the last line is `N passed, M failed`, and above it stands what failed.
 * `npm run verify` (--quick): the checks and the unit tests. `npm run test:long` (--long): the engine on every
 * golden page and the server on both databases, with full counts.
 * `npm test -- --only NAME`: one part, may be given several times.
 *
 * What fails runs once more, which does not make it pass: it tells a flaky test from a broken one. A flaky test fails
 * the run unless `flaky-tests.json` lists it with a reason.
 *
 * Read from the environment: FAULT_ROUNDS, how often each fault test kills what it tests; SCALE_ROWS, how
 * many rows the scale tests write; SOAK_MINUTES, how long the server is under attack; GOLDEN_PAGES, `all` to read
 * every golden page and not one of each sort; COVERAGE_CASES, how many certificates are judged; PG_BIN, the folder of
 * PostgreSQL's programs; CHROMIUM_PATH, the browser.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildWeb } from './build-web.ts'
import { findChromium } from './find-chromium.ts'
import knownFlaky from './flaky-tests.json' with { type: 'json' }
import { captureCommand, root, runCommand } from './run-command.ts'
import {
  filesToRepeat,
  mergeRuns,
  readPlaywrightReport,
  readVitestReport,
  summarize,
  type TestResult,
  tooLongToRepeat,
} from './test-results.ts'

type Run = 'quick' | 'full' | 'long'

interface Part {
  name: string
  runs: Run[]
  /** Runs all of it, or these files of it. */
  run(files: string[]): Promise<TestResult[]>
}

const longCounts = {
  FAULT_ROUNDS: '50',
  SCALE_ROWS: '1000000',
  SOAK_MINUTES: '120',
  GOLDEN_PAGES: 'all',
  COVERAGE_CASES: '10000',
}
// More failed files than this have a common cause, which a second run does not explain.
const mostFilesRepeated = 10
const memoryBytesNeeded = 4 * 1024 ** 3

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
  },
})
const kind: Run = values.quick ? 'quick' : values.long ? 'long' : 'full'
if (kind === 'long') Object.assign(process.env, { ...longCounts, ...process.env })
// A process that never ends must not hold the run up for ever.
const timeoutMs = (kind === 'long' ? 600 : 30) * 60_000
const reports = path.join(root, 'test-results')

const sources = ['contract', 'knowledge', 'redaction', 'server', 'web', 'e2e', 'bench', 'scripts']
const web = path.join(root, 'web')
const tsc = (project: string) => captureCommand('tsc', ['--noEmit', '--checkers', '1', '-p', project])

const checks: Part[] = [
  check('types', () => tsc('tsconfig.json')),
  check('e2e-types', () => tsc('e2e/tsconfig.json')),
  check('web-types', async () => {
    const generated = await captureCommand('react-router', ['typegen'], { cwd: web })
    return generated.ok ? tsc('web') : generated
  }),
  check('lint', () => captureCommand('biome', ['ci', '--colors=off', '--error-on-warnings'])),
  check('imports', () => captureCommand('depcruise', ['--config', '.dependency-cruiser.js', ...sources])),
  check('dead-code', () => captureCommand('knip', [])),
]
/**
 * The embedded database runs the same SQL as PostgreSQL, so the short run repeats on it only what can differ there:
 * how it is reached, kept and restarted, large files and batches, searching, and the work of one process alone.
 */
const canDifferOnEmbedded = [
  '.embedded.test.ts',
  'server/src/platform/',
  'server/src/demo/',
  'server/src/features.test.ts',
  'server/src/features/documents/killed-app',
  'server/src/features/documents/processing',
  'server/src/features/documents/trouble',
  'server/src/features/documents/upload/',
  'server/src/features/privacy/data-export',
  'server/src/features/privacy/delete-account',
  'server/src/features/reports/reports-scale',
  'server/src/features/review/search',
]
const suites: Part[] = [
  // First: some tests start the whole program, which serves the built web app.
  {
    name: 'web-build',
    runs: ['full', 'long'],
    run: async () => checked('web-build', await buildWeb({ quiet: true }), 'See above.'),
  },
  vitest('unit', ['quick', 'full']),
  vitest('redaction', ['full', 'long']),
  vitest('server-embedded', ['full'], 'server-embedded', canDifferOnEmbedded),
  vitest('server-postgres', ['full', 'long']),
  vitest('embedded-whole', ['long'], 'server-embedded'),
  playwright('journeys', ['full']),
]

const parts = [...checks, ...suites]
const unknown = values.only.filter((name) => !parts.some((part) => part.name === name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}: ${parts.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const isAsked = (part: Part) =>
  values.only.length > 0 ? values.only.includes(part.name) : part.runs.includes(kind)

// So that what is left to do at the exit is done.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
await mkdir(reports, { recursive: true })
// Dozens of short-lived programs load the same modules.
process.env.NODE_COMPILE_CACHE ??= path.join(root, '.cache', 'compiled')
// The long run writes more than memory holds.
if (!process.env.TMPDIR && kind !== 'long') keepTemporaryFilesInMemory()

const results = (await Promise.all(checks.filter(isAsked).map(runPart))).flat()
for (const part of suites.filter(isAsked)) results.push(...(await runPart(part)))
const { lines, closingLine, isGreen } = summarize(results, knownFlaky)
process.exitCode = isGreen ? 0 : 1
console.log(['', ...lines, closingLine].join('\n'))

async function runPart(part: Part): Promise<TestResult[]> {
  console.log(`== ${part.name} …`)
  const start = performance.now()
  const results = await runTwiceIfNeeded(part).catch((error: unknown) =>
    checked(part.name, false, String(error)),
  )
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`== ${part.name}: ${summarize(results, knownFlaky).closingLine} (${seconds} s) ==`)
  return results
}

async function runTwiceIfNeeded(part: Part): Promise<TestResult[]> {
  const first = await part.run([])
  const files = filesToRepeat(first, kind === 'long' ? tooLongToRepeat : [])
  if (files.length === 0 || files.length > mostFilesRepeated) return first
  console.log(`\n== ${part.name}: what failed runs once more, to see whether it is flaky`)
  return mergeRuns(first, await part.run(files))
}

/** A command without tests of its own counts as one test. */
function check(name: string, run: () => Promise<{ ok: boolean; output: string }>): Part {
  return {
    name,
    runs: ['quick', 'full'],
    run: async () => {
      const { ok, output } = await run()
      if (!ok) console.error(output)
      return checked(name, ok, output)
    },
  }
}

function checked(part: string, ok: boolean, message: string): TestResult[] {
  return [ok ? { part, state: 'passed' } : { part, state: 'failed', message }]
}

function vitest(name: string, runs: Run[], project = name, filters: string[] = []): Part {
  return {
    name,
    runs,
    run: async (files) => {
      const report = path.join(reports, files.length > 0 ? `${name}-repeated.json` : `${name}.json`)
      const args = ['run', ...(files.length > 0 ? files : filters), '--project', project]
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
      return runSuite(name, report, readVitestReport, () =>
        runCommand('vitest', [...args, ...reporters], { timeoutMs }),
      )
    },
  }
}

function playwright(name: string, runs: Run[]): Part {
  return {
    name,
    runs,
    run: async (files) => {
      const { executablePath } = await findChromium()
      console.log(`Browser: ${executablePath}`)
      const output = path.join(reports, files.length > 0 ? `${name}-repeated` : name)
      const args = ['test', ...files, '--output', output, '--reporter=list,json']
      const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: `${output}.json` }
      return runSuite(name, `${output}.json`, readPlaywrightReport, () =>
        runCommand('playwright', args, { env, timeoutMs }),
      )
    },
  }
}

async function runSuite<Report>(
  name: string,
  report: string,
  read: (part: string, report: Report) => TestResult[],
  run: () => Promise<boolean>,
): Promise<TestResult[]> {
  await rm(report, { force: true })
  const ok = await run()
  const results = existsSync(report) ? read(name, JSON.parse(await readFile(report, 'utf8'))) : []
  if (results.length > 0 && (ok || results.some(({ state }) => state === 'failed'))) return results
  // It crashed, took too long, found no tests, or failed on an error outside every test.
  return [...results, { part: name, state: 'failed', message: 'It failed outside every test. See above.' }]
}

/** Tests make a thousand small files for each database; on a disk, most of the time of a copy goes into them. */
function keepTemporaryFilesInMemory(): void {
  const memory = '/dev/shm'
  if (!existsSync(memory)) return
  const { bavail, bsize } = statfsSync(memory)
  if (bavail * bsize < memoryBytesNeeded) return
  const folder = mkdtempSync(`${memory}/exempta-run-`)
  // As open as the folder it stands for: PostgreSQL refuses root and runs as another user.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
}
