/**
 * `npm test`: every check and every test; the last line is `N passed, M failed`, and above it stands what failed.
 * `npm run verify` (--quick): the checks and the unit tests. `npm run test:long` (--long): the engine on
 * every golden page, the server on PostgreSQL and the faults of the embedded database, with full counts.
 * `npm test -- --only NAME`: one part, may be given several times.
 *
 * Read from the environment: FAULT_ROUNDS, how often each fault test kills what it tests; SCALE_ROWS, how
 * many rows the scale tests write; SOAK_MINUTES, how long the server is under attack; GOLDEN_PAGES, `all` to read
 * every golden page and not one of each sort; PG_BIN, the folder of PostgreSQL's programs; CHROMIUM_PATH, the browser.
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { makeMemoryFolder } from './memory-folder.ts'
import { root } from './run-command.ts'
import {
  filesToRunAgain,
  findings,
  type Outcome,
  type Settled,
  settle,
  summaryLine,
} from './test-outcomes.ts'
import { checked, type TestPart, testParts, vitest } from './test-parts.ts'

type Part = Pick<TestPart, 'name' | 'isBeside' | 'run' | 'again'>

const longRun = { FAULT_ROUNDS: '50', SCALE_ROWS: '1000000', SOAK_MINUTES: '120', GOLDEN_PAGES: 'all' }

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
// The long run writes more than memory holds.
const memoryFolder = process.env.TMPDIR || values.long ? undefined : makeMemoryFolder()
if (memoryFolder) process.env.TMPDIR = memoryFolder

const started: Promise<First>[] = []
for (const part of joinVitestProjects(testParts.filter(isAsked))) {
  const run = runPart(part)
  started.push(run)
  if (!part.isBeside) await run
}
const settled: Settled[] = []
for (const first of await Promise.all(started)) settled.push(await runFailedAgain(first))
const outcomes = settled.flatMap((each) => each.outcomes)
const unsteady = settled.flatMap((each) => each.unsteady)
process.exitCode = outcomes.some(({ state }) => state === 'failed') ? 1 : 0
console.log(['', ...findings({ outcomes, unsteady }), summaryLine(outcomes)].join('\n'))

interface First {
  part: Part
  outcomes: Outcome[]
}

async function runPart(part: Part): Promise<First> {
  const { name } = part
  console.log(`== ${name} …`)
  const start = performance.now()
  const outcomes = await part.run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    return checked(name, false, String(error))
  })
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`== ${name}: ${summaryLine(outcomes)} (${seconds} s) ==`)
  return { part, outcomes }
}

/** Runs each file that failed once more, with nothing beside it. */
async function runFailedAgain({ part, outcomes }: First): Promise<Settled> {
  const failed = part.again ? filesToRunAgain(outcomes) : []
  const second: Outcome[] = []
  for (const [index, each] of failed.entries()) {
    console.log(`\nOnce more, alone: ${each.part} › ${each.file}`)
    second.push(...((await part.again?.(each, `again-${each.part}-${index + 1}`)) ?? []))
  }
  return settle(outcomes, second, failed)
}

function isAsked({ name, quick, long }: TestPart): boolean {
  if (values.only.length > 0) return values.only.includes(name)
  if (values.quick) return quick
  return values.long ? long !== undefined : long !== 'only'
}

// One Vitest for all its projects keeps both cores busy.
function joinVitestProjects(parts: TestPart[]): Part[] {
  const projects = parts.filter((part) => part.vitestProject).map(({ name }) => name)
  if (projects.length === 0) return parts
  const joined = { name: projects.join(', '), ...vitest(projects) }
  return parts.flatMap((part) => {
    if (!part.vitestProject) return [part]
    return part.name === projects[0] ? [joined] : []
  })
}
