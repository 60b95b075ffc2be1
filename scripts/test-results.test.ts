import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import knownFlaky from './flaky-tests.json' with { type: 'json' }
import { root, runCommand } from './run-command.ts'
import {
  filesToRepeat,
  type KnownFlaky,
  mergeRuns,
  readPlaywrightReport,
  readVitestReport,
  summarize,
  type TestResult,
  tooLongToRepeat,
} from './test-results.ts'

const place = { part: 'unit', file: 'a.test.ts' }
const passed: TestResult = { ...place, name: 'adds', state: 'passed' }
const failed: TestResult = { ...passed, state: 'failed', message: 'expected 3\nto be 4' }
const skipped: TestResult = { ...passed, state: 'skipped' }
const brokenFile: TestResult = { ...place, state: 'failed', message: 'Cannot find module' }

test('the closing line names skipped tests only when there are any', () => {
  expect(summarize([passed, failed], []).closingLine).toBe('1 passed, 1 failed')
  expect(summarize([passed, skipped], []).closingLine).toBe('1 passed, 0 failed, 1 skipped')
})

test('each file with a failure is repeated once, and checks are not', () => {
  expect(filesToRepeat([failed, { ...failed, name: 'b' }, passed])).toEqual(['a.test.ts'])
  expect(filesToRepeat([{ part: 'types', state: 'failed' }])).toEqual([])
})

test('the two-hour soak test is not repeated in the long run, and its failure stays a failure', () => {
  const soak: TestResult = { ...failed, file: 'server/src/abuse.fault.postgres.test.ts' }
  expect(existsSync(path.join(root, soak.file ?? ''))).toBe(true)
  expect(filesToRepeat([soak, failed], tooLongToRepeat)).toEqual(['a.test.ts'])
  expect(filesToRepeat([soak])).toEqual([soak.file])
  expect(mergeRuns([soak, failed], [passed]).map(({ state }) => state)).toEqual(['failed', 'flaky'])
})

const other = (result: TestResult) => ({ ...result, name: 'subtracts' })
const runs: [string, TestResult[], TestResult[], TestResult['state'][]][] = [
  ['fails twice: failed', [failed], [failed], ['failed']],
  ['fails, then passes: flaky', [failed], [passed], ['flaky']],
  ['passes, then fails: flaky', [failed, other(passed)], [passed, other(failed)], ['flaky', 'flaky']],
  ['fails, then is not there: failed', [failed], [], ['failed']],
  ['fails, then is skipped: failed', [failed], [skipped], ['failed']],
  ['of a file that loads only the second time: flaky', [brokenFile], [passed], ['flaky', 'passed']],
  ['of a file that never loads: failed', [brokenFile], [brokenFile], ['failed']],
  [
    'shares its name with others',
    [passed, failed, passed],
    [passed, failed, passed],
    ['passed', 'failed', 'passed'],
  ],
]
test.each(runs)('a test that %s', (_, first, second, states) => {
  expect(mergeRuns(first, second).map(({ state }) => state)).toEqual(states)
})

const flaky: TestResult = { ...failed, state: 'flaky' }
const listed: KnownFlaky = { file: 'a.test.ts', name: 'adds', reason: 'waits for a fix of the clock' }

test('a flaky test fails the run unless it is listed with a reason', () => {
  const unlisted = summarize([flaky], [{ ...listed, name: 'subtracts' }])
  expect(unlisted).toMatchObject({ closingLine: '0 passed, 1 failed', isGreen: false })
  expect(unlisted.lines[0]).toMatch(/^flaky, failed in one of two runs: unit › a\.test\.ts › adds\n/)

  const tolerated = summarize([flaky], [listed])
  expect(tolerated).toMatchObject({ closingLine: '1 passed, 0 failed', isGreen: true })
  expect(tolerated.lines[0]).toMatch(/^flaky, known \(waits for a fix of the clock\): unit › a\.test\.ts/)

  const broken = summarize([failed], [listed])
  expect(broken).toMatchObject({ closingLine: '0 passed, 1 failed', isGreen: false })
})

test('every listed flaky test is in a file that exists, and says why', () => {
  const list: KnownFlaky[] = knownFlaky
  expect(list.filter(({ file, reason }) => !existsSync(path.join(root, file)) || !reason.trim())).toEqual([])
})

test('a failure is shown by its part, file and name, and the start of its message', () => {
  const red = `${String.fromCharCode(27)}[31m`
  const foreign = '    at runTest (file:///repository/node_modules/vitest/run.js:1:1)'
  const message = [
    `${red}first`,
    '',
    foreign,
    ...Array.from({ length: 20 }, (_, index) => `line ${index}`),
  ].join('\n')
  const [line = ''] = summarize([passed, { ...failed, message }], []).lines
  expect(line.split('\n').slice(0, 3)).toEqual(['failed: unit › a.test.ts › adds', '    first', '    line 0'])
  expect(line.split('\n')).toHaveLength(11)
})

const planted = {
  'vitest.config.ts': 'export default {}\n',
  'fails.test.ts': "import { expect, test } from 'vitest'\ntest('adds', () => expect([1]).toEqual([2]))\n",
  'missing.test.ts': "import './nothing.ts'\n",
  'set-up.test.ts':
    "import { beforeAll, test } from 'vitest'\nbeforeAll(() => { throw new Error('no disk') })\ntest('waits', () => {})\n",
}

test('every failure that Vitest reports is found, with its file and message', async () => {
  const results = path.join(root, 'test-results')
  await mkdir(results, { recursive: true })
  const folder = await mkdtemp(path.join(results, 'planted-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, source] of Object.entries(planted)) await writeFile(path.join(folder, name), source)
  const report = path.join(folder, 'report.json')
  const args = ['run', '--root', folder, '--reporter=json', `--outputFile.json=${report}`]
  expect(await runCommand('vitest', args)).toBe(false)

  const found = readVitestReport('unit', JSON.parse(await readFile(report, 'utf8')))

  const of = (name: string) =>
    found
      .filter(({ file }) => file === path.relative(root, path.join(folder, name)))
      .map(({ name, state, message = '' }) => [name, state, message.split('\n')[0]])
  expect(of('fails.test.ts')).toEqual([['adds', 'failed', expect.stringContaining('to deeply equal')]])
  expect(of('missing.test.ts')).toEqual([[undefined, 'failed', expect.stringContaining('nothing.ts')]])
  expect(of('set-up.test.ts')).toEqual([
    ['waits', 'skipped', ''],
    [undefined, 'failed', 'no disk'],
  ])
})

const report = (status: string, errors: object[] = []) =>
  ({
    config: { rootDir: path.join(root, 'e2e') },
    errors,
    suites: [
      {
        title: 'documents/upload.journey.ts',
        specs: [],
        suites: [
          {
            title: 'a page',
            specs: [
              {
                title: 'opens',
                file: 'documents/upload.journey.ts',
                tests: [{ status, results: [{ errors: [{ message: 'Timeout' }] }] }],
              },
            ],
          },
        ],
      },
    ],
  }) as unknown as Parameters<typeof readPlaywrightReport>[1]

test('a journey is named by its file and full title', () => {
  const journey = { part: 'journeys', file: 'e2e/documents/upload.journey.ts', name: 'a page > opens' }
  const read = (status: string) => readPlaywrightReport('journeys', report(status))
  expect(read('unexpected')).toEqual([{ ...journey, state: 'failed', message: 'Timeout' }])
  expect(read('expected')).toEqual([{ ...journey, state: 'passed' }])
  expect(read('skipped')).toEqual([{ ...journey, state: 'skipped' }])
})

test('an error outside every journey fails the run and repeats no file', () => {
  const results = readPlaywrightReport('journeys', report('expected', [{ message: 'SyntaxError' }]))
  expect(summarize(results, []).closingLine).toBe('1 passed, 1 failed')
  expect(filesToRepeat(results)).toEqual([])
})
