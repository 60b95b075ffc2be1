import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root, runCommand } from '../run-command.ts'
import {
  listFlaky,
  mergeRuns,
  readPlaywrightReport,
  readVitestReport,
  selectRepeat,
  summarize,
  type TestResult,
  tabulateParts,
} from './test-results.ts'

const place = { part: 'unit', file: 'a.test.ts' }
const passed: TestResult = { ...place, name: 'adds', state: 'passed' }
const failed: TestResult = { ...passed, state: 'failed', message: 'expected 3\nto be 4' }
const skipped: TestResult = { ...passed, state: 'skipped' }
const brokenFile: TestResult = { ...place, state: 'failed', message: 'Cannot find module' }
const crash: TestResult = { part: 'unit', state: 'failed', message: 'It failed outside every test.' }

test('the closing line names skipped tests only when there are any', () => {
  expect(summarize([passed, failed]).closingLine).toBe('1 passed, 1 failed')
  expect(summarize([passed, skipped]).closingLine).toBe('1 passed, 0 failed, 1 skipped')
})

test('a test that every part skipped is named, and one that a part ran is not', () => {
  const elsewhere: TestResult = { ...passed, part: 'server' }
  expect(summarize([skipped]).lines).toEqual(['skipped in every part: a.test.ts › adds'])
  expect(summarize([skipped, elsewhere]).lines).toEqual([])
})

test('each file with a failure runs again once', () => {
  expect(selectRepeat([failed, { ...failed, name: 'b' }, passed])).toEqual({ files: ['a.test.ts'] })
  expect(selectRepeat([passed, skipped])).toBeUndefined()
})

test('the whole part runs again if it failed outside every file', () => {
  expect(selectRepeat([crash])).toEqual({ files: [] })
  expect(selectRepeat([crash, failed])).toEqual({ files: [] })
})

test('more than ten failed files have a common cause and do not run again', () => {
  const files = Array.from(
    { length: 11 },
    (_, index): TestResult => ({ ...failed, file: `${index}.test.ts` }),
  )
  expect(selectRepeat(files)).toEqual({ refusal: '11 files failed' })
  expect(selectRepeat(files.slice(1))).toHaveProperty('files.length', 10)
})

test('a file that takes too long does not run again', () => {
  const soak: TestResult = { ...failed, file: 'soak.test.ts' }
  expect(selectRepeat([soak, failed], ['soak.test.ts'])).toEqual({ files: ['a.test.ts'] })
  expect(selectRepeat([soak], ['soak.test.ts'])).toEqual({ refusal: 'soak.test.ts takes too long' })
  expect(mergeRuns([soak, failed], [passed]).map(({ state }) => state)).toEqual(['failed', 'flaky'])
})

const other = (result: TestResult) => ({ ...result, name: 'subtracts' })
const runs: [string, TestResult[], TestResult[], TestResult['state'][]][] = [
  ['a test that fails twice has failed', [failed], [failed], ['failed']],
  ['a test that fails and then passes is flaky', [failed], [passed], ['flaky']],
  [
    'a test that passes and then fails is flaky',
    [failed, other(passed)],
    [passed, other(failed)],
    ['flaky', 'flaky'],
  ],
  ['a test that fails and then is missing has failed', [failed], [], ['failed']],
  ['a test that fails and then is skipped has failed', [failed], [skipped], ['failed']],
  ['a file that loads only the second time is flaky', [brokenFile], [passed], ['flaky', 'passed']],
  ['a file that never loads has failed', [brokenFile], [brokenFile], ['failed']],
  ['a part that crashes only the first time is flaky', [crash], [passed], ['flaky', 'passed']],
  ['a part that crashes twice has failed', [passed, crash], [passed, crash], ['passed', 'failed']],
  ['a part without results in its second run has failed', [crash], [], ['failed']],
  [
    'a test that shares its name with others is compared with itself',
    [passed, failed, passed],
    [passed, failed, passed],
    ['passed', 'failed', 'passed'],
  ],
]
test.each(runs)('%s', (_, first, second, states) => {
  expect(mergeRuns(first, second).map(({ state }) => state)).toEqual(states)
})

const flaky: TestResult = { ...failed, state: 'flaky' }

test('a flaky test counts as passed and is listed before the failed ones, with its first error', () => {
  const { lines, closingLine, isGreen } = summarize([failed, flaky, passed])
  expect(closingLine).toBe('2 passed, 1 failed')
  expect(isGreen).toBe(false)
  expect(lines).toEqual([
    'flaky, failed once and passed once: unit › a.test.ts › adds\n    expected 3\n    to be 4',
    'failed: unit › a.test.ts › adds\n    expected 3\n    to be 4',
  ])
  expect(summarize([flaky])).toMatchObject({ closingLine: '1 passed, 0 failed', isGreen: true })
})

test('the list of flaky tests names part, file, test and error', () => {
  expect(listFlaky([passed, failed, flaky])).toEqual([
    { ...place, name: 'adds', error: 'expected 3\nto be 4' },
  ])
})

test('the table shows what each part counted and how many seconds it took', () => {
  const parts = [
    { name: 'lint', results: [passed], seconds: 2 },
    { name: 'unit', results: [passed, flaky, failed, skipped], seconds: 40.25, repeatSeconds: 3 },
  ]
  expect(tabulateParts(parts, 50)).toEqual([
    'part       passed  failed  flaky  skipped  seconds  repeated',
    'lint            1       0      0        0      2.0',
    'unit            2       1      1        1     40.3       3.0',
    'whole run       3       1      1        1     50.0       3.0',
  ])
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
  const [line = ''] = summarize([passed, { ...failed, message }]).lines
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

test('an error outside every journey fails the run and repeats all journeys', () => {
  const results = readPlaywrightReport('journeys', report('expected', [{ message: 'SyntaxError' }]))
  expect(summarize(results).closingLine).toBe('1 passed, 1 failed')
  expect(selectRepeat(results)).toEqual({ files: [] })
})
