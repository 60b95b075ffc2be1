import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { buildWeb } from './build-web.ts'
import { findChromium } from './find-chromium.ts'
import { root, runCommand } from './run-command.ts'
import { type Counts, countCheck, countPlaywright, countVitest } from './test-counts.ts'

export interface TestPart {
  name: string
  /** Belongs to `npm run verify`. */
  quick: boolean
  /** Belongs to `npm run test:long`: also, or to nothing else. */
  long?: 'also' | 'only'
  /** Vitest projects that are asked for run together, as one part. */
  vitestProject?: true
  run(): Promise<Counts>
}

const sourceFolders = ['contract', 'redaction', 'server', 'web', 'e2e', 'bench', 'scripts']
const results = path.join(root, 'test-results')

const check = (name: string, act: () => Promise<boolean>): TestPart => ({
  name,
  quick: true,
  run: async () => countCheck(await act()),
})

const vitestProject = (name: string, quick: boolean): TestPart => ({
  name,
  quick,
  vitestProject: true,
  run: () => runVitest([name]),
})

export const testParts: TestPart[] = [
  check('types', async () => {
    const inProject = (project: string) => runCommand('tsc', ['--noEmit', '-p', project])
    return (await inProject('tsconfig.json')) && inProject('e2e/tsconfig.json')
  }),
  check('web-types', async () => {
    const cwd = path.join(root, 'web')
    return (
      (await runCommand('react-router', ['typegen'], { cwd })) && runCommand('tsc', ['--noEmit'], { cwd })
    )
  }),
  check('lint', () => runCommand('biome', ['ci', '--colors=off', '--error-on-warnings'])),
  check('imports', () => runCommand('depcruise', ['--config', '.dependency-cruiser.js', ...sourceFolders])),
  check('dead-code', () => runCommand('knip', [])),
  // Before the tests: some of them start the whole program, which serves the built web app.
  { ...check('web-build', () => buildWeb()), quick: false },
  vitestProject('unit', true),
  { ...vitestProject('redaction', false), long: 'also' },
  vitestProject('server-embedded', false),
  { ...vitestProject('server-postgres', false), long: 'also' },
  {
    name: 'embedded-faults',
    quick: false,
    long: 'only',
    run: () => runVitest(['server-embedded'], ['.fault.test.ts']),
  },
  { name: 'journeys', quick: false, run: runJourneys },
]

export async function runVitest(projects: string[], files: string[] = []): Promise<Counts> {
  const file = path.join(results, 'vitest.json')
  await rm(file, { force: true })
  const ok = await runCommand('vitest', [
    'run',
    ...files,
    ...projects.flatMap((project) => ['--project', project]),
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  return countVitest(JSON.parse(await readFile(file, 'utf8')), ok)
}

async function runJourneys(): Promise<Counts> {
  const { executablePath } = await findChromium()
  console.log(`Browser: ${executablePath}`)
  const file = path.join(results, 'journeys.json')
  await rm(file, { force: true })
  const ok = await runCommand('playwright', ['test', '--reporter=list,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  })
  return countPlaywright(JSON.parse(await readFile(file, 'utf8')), ok)
}
