/**
 * `npm test`: every check and every test; the last line is `N passed, M failed`, and above it stands what failed.
 * `npm run verify` (--quick): the checks and the unit tests. `npm run test:long` (--long): the engine on every
 * golden page and the server on both databases, with full counts.
 * `npm test -- --only NAME`: one part, may be given several times.
 *
 * What fails runs once more at the end, alone. What then passes is flaky: it is listed at the end and in
 * `test-results/flaky.json`, and counts as passed. What fails twice fails the run.
 *
 * Read from the environment: FAULT_ROUNDS, how often each fault test kills what it tests; SCALE_ROWS, how
 * many rows the scale tests write; SOAK_MINUTES, how long the server is under attack; FUZZ_MINUTES, how long strangers
 * call the routes of guests and auditors, and FUZZ_SEED and FUZZ_PATH to repeat what they did; GOLDEN_PAGES, `all` to read
 * every golden page and not one of each sort; COVERAGE_CASES, how many certificates are judged; SALE_CASES, how many sales are decided about;
 * DERIVED_RUNS, how often random work is done; FUZZ_TOKENS, how many mangled tokens are tried; PG_BIN, the folder of PostgreSQL's programs; CHROMIUM_PATH, the browser.
 */
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { buildWeb } from '../operators/build-web.ts'
import { captureCommand, root } from '../run-command.ts'
import { runParts } from './run-parts.ts'
import { check, type Part, playwright, reportsFolder, vitest } from './test-parts.ts'
import { listFlaky, summarize, tabulateParts } from './test-results.ts'

type Run = 'quick' | 'full' | 'long'
type Scheduled = Part & { runs: Run[] }

/** In the long run. */
const takeHours = ['server/src/abuse.fault.postgres.test.ts', 'server/src/guest-routes.fuzz.postgres.test.ts']
const longCounts = {
  FAULT_ROUNDS: '50',
  SCALE_ROWS: '1000000',
  SOAK_MINUTES: '120',
  FUZZ_MINUTES: '60',
  GOLDEN_PAGES: 'all',
  COVERAGE_CASES: '10000',
  SALE_CASES: '2000',
  DERIVED_RUNS: '60',
  FUZZ_TOKENS: '10000',
}
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
const minuteMs = 60_000
// A process that never ends must not hold the run up for ever.
const limits = {
  partMs: (kind === 'long' ? 600 : 30) * minuteMs,
  repeatsMs: (kind === 'long' ? 60 : 15) * minuteMs,
  tooLongToRepeat: kind === 'long' ? takeHours : [],
}

const sources = ['contract', 'knowledge', 'redaction', 'server', 'web', 'e2e', 'bench', 'scripts']
const web = path.join(root, 'web')
const tsc = (project: string) => captureCommand('tsc', ['--noEmit', '--checkers', '1', '-p', project])

const checks = [
  check('types', () => tsc('tsconfig.json')),
  check('e2e-types', () => tsc('e2e/tsconfig.json')),
  check('web-types', async () => {
    const generated = await captureCommand('react-router', ['typegen'], { cwd: web })
    return generated.ok ? tsc('web') : generated
  }),
  check('lint', () => captureCommand('biome', ['ci', '--colors=off', '--error-on-warnings'])),
  check('imports', () => captureCommand('depcruise', ['--config', '.dependency-cruiser.js', ...sources])),
  check('dead-code', () => captureCommand('knip', [])),
].map((part): Scheduled => ({ ...part, runs: ['quick', 'full'] }))
/**
 * The embedded database runs the same SQL as PostgreSQL, so the short run repeats on it only what can differ there:
 * how it is reached, kept and restarted, large files and batches, searching, and the work of one process alone.
 */
const canDifferOnEmbedded = [
  '.embedded.test.ts',
  'server/src/platform/audit/',
  'server/src/platform/backup/',
  'server/src/platform/crypto/master-keys',
  'server/src/platform/crypto/rotate-master-key',
  'server/src/platform/db/',
  'server/src/platform/email/killed-sender',
  'server/src/platform/jobs/',
  'server/src/platform/months/',
  'server/src/platform/realtime/',
  'server/src/platform/sandbox/',
  'server/src/platform/settings/',
  'server/src/platform/storage/',
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
const suites: Scheduled[] = [
  // First: some tests start the whole program, which serves the built web app.
  {
    ...check('web-build', async () => ({ ok: await buildWeb({ quiet: true }), output: 'See above.' })),
    runs: ['full', 'long'],
  },
  { ...vitest('unit', ['--project', 'unit']), runs: ['quick', 'full'] },
  { ...vitest('redaction', ['--project', 'redaction']), runs: ['full', 'long'] },
  { ...vitest('server-embedded', ['--project', 'server-embedded'], canDifferOnEmbedded), runs: ['full'] },
  { ...vitest('server-postgres', ['--project', 'server-postgres']), runs: ['full', 'long'] },
  { ...vitest('embedded-whole', ['--project', 'server-embedded']), runs: ['long'] },
  { ...playwright('journeys'), runs: ['full'] },
]

const parts = [...checks, ...suites]
const unknown = values.only.filter((name) => !parts.some((part) => part.name === name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}: ${parts.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const isAsked = (part: Scheduled) =>
  values.only.length > 0 ? values.only.includes(part.name) : part.runs.includes(kind)

// So that what is left to do at the exit is done.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
await mkdir(reportsFolder, { recursive: true })
const flakyList = path.join(reportsFolder, 'flaky.json')
// A run that is interrupted must not leave the list of the one before.
await rm(flakyList, { force: true })
// Dozens of short-lived programs load the same modules.
process.env.NODE_COMPILE_CACHE ??= path.join(root, '.cache', 'compiled')
// The long run writes more than memory holds.
if (!process.env.TMPDIR && kind !== 'long') keepTemporaryFilesInMemory()

const start = performance.now()
const groups = [checks.filter(isAsked), ...suites.filter(isAsked).map((part) => [part])]
const finished = await runParts(groups, limits)
const table = tabulateParts(finished, (performance.now() - start) / 1000)
const results = finished.flatMap((part) => part.results)
await writeFile(flakyList, `${JSON.stringify(listFlaky(results), null, 2)}\n`)
const { lines, closingLine, isGreen } = summarize(results)
process.exitCode = isGreen ? 0 : 1
console.log(['', ...table, '', ...lines, closingLine].join('\n'))

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
