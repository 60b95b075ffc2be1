import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { buildWeb } from './build-web.ts'
import { findChromium } from './find-chromium.ts'
import { journeyOutcomes } from './journey-outcomes.ts'
import { captureCommand, root, runCommand } from './run-command.ts'
import type { Outcome } from './test-outcomes.ts'

export interface TestPart {
  name: string
  /** Belongs to `npm run verify`. */
  quick: boolean
  /** Belongs to `npm run test:long`: also, or to nothing else. */
  long?: 'also' | 'only'
  /** Nothing that follows waits for it. */
  isBeside?: true
  /** Vitest projects that are asked for run together, as one part. */
  vitestProject?: true
  run(): Promise<Outcome[]>
  /** Runs one file of it once more. */
  again?(failed: { part: string; file: string }, report: string): Promise<Outcome[]>
}

const sourceFolders = ['contract', 'redaction', 'server', 'web', 'e2e', 'bench', 'scripts']
const web = path.join(root, 'web')
const results = path.join(root, 'test-results')

/** Checks whose steps follow each other, each only when the one before went well. */
const check = (name: string, ...steps: (() => Promise<Checked>)[]): TestPart => ({
  name,
  quick: true,
  isBeside: true,
  run: async () => {
    for (const step of steps) {
      const { ok, output } = await step()
      if (!ok) {
        console.error(output)
        return checked(name, false, output)
      }
    }
    return checked(name, true)
  },
})
type Checked = Awaited<ReturnType<typeof captureCommand>>
const typesOf = (project: string) => () =>
  captureCommand('tsc', ['--noEmit', '--checkers', '1', '-p', project])

const vitestProject = (name: string, quick: boolean): TestPart => ({
  name,
  quick,
  vitestProject: true,
  ...vitest([name]),
})

export const testParts: TestPart[] = [
  check('types', typesOf('tsconfig.json'), typesOf('e2e/tsconfig.json')),
  check('web-types', () => captureCommand('react-router', ['typegen'], { cwd: web }), typesOf('web')),
  check('lint', () => captureCommand('biome', ['ci', '--colors=off', '--error-on-warnings'])),
  check('imports', () =>
    captureCommand('depcruise', ['--config', '.dependency-cruiser.js', ...sourceFolders]),
  ),
  check('dead-code', () => captureCommand('knip', [])),
  // Before the tests: some of them start the whole program, which serves the built web app.
  {
    name: 'web-build',
    quick: false,
    long: 'also',
    run: async () => checked('web-build', await buildWeb({ quiet: true })),
  },
  vitestProject('unit', true),
  { ...vitestProject('redaction', false), long: 'also' },
  vitestProject('server-embedded', false),
  { ...vitestProject('server-postgres', false), long: 'also' },
  {
    name: 'embedded-faults',
    quick: false,
    long: 'only',
    ...vitest(['server-embedded'], ['.fault.test.ts']),
  },
  {
    name: 'journeys',
    quick: false,
    run: () => playwrightOutcomes('journeys', []),
    again: ({ file }, report) => playwrightOutcomes(report, [file]),
  },
]

/** A check counts as one test. */
export const checked = (part: string, ok: boolean, message = 'It printed why, above.'): Outcome[] => [
  ok ? { part, state: 'passed' } : { part, state: 'failed', message },
]

export function vitest(projects: string[], files: string[] = []): Pick<TestPart, 'run' | 'again'> {
  return {
    run: () => vitestOutcomes('vitest', projects, files),
    again: ({ part, file }, report) => vitestOutcomes(report, [part], [file]),
  }
}

async function vitestOutcomes(report: string, projects: string[], files: string[]): Promise<Outcome[]> {
  const file = path.join(results, `${report}.json`)
  await rm(file, { force: true })
  const ok = await runCommand(
    'vitest',
    [
      'run',
      ...files,
      ...projects.flatMap((project) => ['--project', project]),
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=./scripts/vitest-outcomes.ts',
    ],
    { env: { OUTCOMES_FILE: file } },
  )
  return orFailed('vitest', ok, JSON.parse(await readFile(file, 'utf8')))
}

async function playwrightOutcomes(report: string, files: string[]): Promise<Outcome[]> {
  const { executablePath } = await findChromium()
  console.log(`Browser: ${executablePath}`)
  const file = path.join(results, `${report}.json`)
  await rm(file, { force: true })
  const pictures = path.join(results, report)
  const ok = await runCommand(
    'playwright',
    ['test', ...files, '--output', pictures, '--reporter=list,json'],
    {
      env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
    },
  )
  return orFailed('journeys', ok, journeyOutcomes(JSON.parse(await readFile(file, 'utf8'))))
}

/** A run that failed without a failed test has failed all the same. */
function orFailed(part: string, ok: boolean, outcomes: Outcome[]): Outcome[] {
  if (ok || outcomes.some(({ state }) => state === 'failed')) return outcomes
  return [...outcomes, { part, state: 'failed', message: 'It failed outside of every test; see above.' }]
}
