/**
 * `npm test`: every check and every test; the last line is `N passed, M failed`, and above it stands what failed.
 * `npm run verify` (--quick): the checks and the unit tests. `npm run test:long` (--long): the engine on
 * every golden page, the server on PostgreSQL and the faults of the embedded database, with full counts.
 * `npm test -- --only NAME`: one part, may be given several times.
 *
 * Read from the environment: FAULT_ROUNDS, how often each fault test kills what it tests; SCALE_ROWS, how
 * many rows the scale tests write; GOLDEN_PAGES, `all` to read every golden page and not one of each sort;
 * PG_BIN, the folder of PostgreSQL's programs; CHROMIUM_PATH, the browser.
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './run-command.ts'
import { findings, type Settled, summaryLine } from './test-outcomes.ts'
import { checked, runVitest, type TestPart, testParts } from './test-parts.ts'

const longRun = { FAULT_ROUNDS: '50', SCALE_ROWS: '1000000', GOLDEN_PAGES: 'all' }

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
  },
})
const unknown = values.only.filter((name) => !testParts.some((part) => part.name === name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}: ${testParts.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
if (values.long) Object.assign(process.env, { ...longRun, ...process.env })

await mkdir(path.join(root, 'test-results'), { recursive: true })
// Dozens of short-lived programs load the same modules.
process.env.NODE_COMPILE_CACHE ??= path.join(root, '.cache', 'compiled')

const asked = testParts.filter(isAsked)
// Beside the tests, which leave a core idle now and then.
const checks = Promise.all(asked.filter(({ isCheck }) => isCheck).map(runPart))
const settled: Settled[] = []
for (const part of joinVitestProjects(asked.filter(({ isCheck }) => !isCheck))) {
  console.log(`\n== ${part.name} ==`)
  settled.push(await runPart(part))
}
settled.unshift(...(await checks))
const outcomes = settled.flatMap((each) => each.outcomes)
const unsteady = settled.flatMap((each) => each.unsteady)
process.exitCode = outcomes.some(({ state }) => state === 'failed') ? 1 : 0
console.log(['', ...findings({ outcomes, unsteady }), summaryLine(outcomes)].join('\n'))

async function runPart({ name, run }: Pick<TestPart, 'name' | 'run'>): Promise<Settled> {
  const start = performance.now()
  const result = await run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    return checked(name, false, String(error))
  })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`== ${name}: ${summaryLine(result.outcomes)} (${seconds} s) ==`)
  return result
}

function isAsked({ name, quick, long }: TestPart): boolean {
  if (values.only.length > 0) return values.only.includes(name)
  if (values.quick) return quick
  return values.long ? long !== undefined : long !== 'only'
}

// One Vitest for all its projects keeps both cores busy.
function joinVitestProjects(parts: TestPart[]): Pick<TestPart, 'name' | 'run'>[] {
  const projects = parts.filter((part) => part.vitestProject).map(({ name }) => name)
  if (projects.length === 0) return parts
  const joined = { name: projects.join(', '), run: () => runVitest(projects) }
  return parts.flatMap((part) => {
    if (!part.vitestProject) return [part]
    return part.name === projects[0] ? [joined] : []
  })
}
