import path from 'node:path'
import { expect, test } from 'vitest'
import { journeyOutcomes } from './journey-outcomes.ts'
import { root } from './run-command.ts'
import { filesToRunAgain, findings, type Outcome, settle, summaryLine } from './test-outcomes.ts'

const file = { part: 'unit', file: 'a.test.ts' }
const passed: Outcome = { ...file, name: 'adds', state: 'passed' }
const failed: Outcome = { ...passed, state: 'failed', message: 'expected 3\nto be 4' }
const brokenFile: Outcome = { ...file, state: 'failed', message: 'Cannot find module' }
const elsewhere: Outcome = { part: 'unit', file: 'b.test.ts', name: 'adds', state: 'passed' }

test('the last line names what was skipped only when something was', () => {
  expect(summaryLine([passed, failed])).toBe('1 passed, 1 failed')
  expect(summaryLine([passed, { ...passed, state: 'skipped' }])).toBe('1 passed, 0 failed, 1 skipped')
})

test('only files with a failure are run again, each once', () => {
  expect(filesToRunAgain([failed, { ...failed, name: 'subtracts' }, elsewhere])).toEqual([file])
  expect(filesToRunAgain([{ part: 'types', state: 'failed' }])).toEqual([])
  const many = Array.from({ length: 11 }, (_, index) => ({ ...failed, file: `${index}.test.ts` }))
  expect(filesToRunAgain(many)).toEqual([])
})

const runs: [string, Outcome[], Outcome[], string, string[]][] = [
  ['twice fails', [failed], [failed], '1 passed, 1 failed', ['failed']],
  ['once is unsteady', [failed], [passed], '2 passed, 0 failed', ['unsteady']],
  [
    'only the second time is unsteady',
    [failed, { ...passed, name: 'b' }],
    [passed, { ...failed, name: 'b' }],
    '3 passed, 0 failed',
    ['unsteady', 'unsteady'],
  ],
  ['and is then gone fails', [failed], [], '1 passed, 1 failed', ['failed']],
  [
    'and is then skipped fails',
    [failed],
    [{ ...passed, state: 'skipped' }],
    '1 passed, 1 failed',
    ['failed'],
  ],
]
test.each(runs)('a test that fails %s', (_, first, second, line, told) => {
  const settled = settle([elsewhere, ...first], second, [file])
  expect(summaryLine(settled.outcomes)).toBe(line)
  expect(findings(settled).map((each) => each.split(':')[0])).toEqual(told)
})

test('tests of one name are told apart by their place', () => {
  const settled = settle([passed, failed, passed], [passed, failed, passed], [file])
  expect(summaryLine(settled.outcomes)).toBe('2 passed, 1 failed')
})

test('a file that could not be run fails, or is unsteady when it runs the second time', () => {
  const skipped: Outcome = { ...passed, state: 'skipped' }
  const twice = settle([brokenFile], [brokenFile], [file])
  expect(summaryLine(twice.outcomes)).toBe('0 passed, 1 failed')
  const once = settle([brokenFile, skipped], [passed], [file])
  expect(summaryLine(once.outcomes)).toBe('1 passed, 0 failed')
  expect(findings(once)).toEqual(['unsteady: unit › a.test.ts › (the file)\n    Cannot find module'])
})

test('a failure is told by its part, file, name and the start of its message', () => {
  const red = `${String.fromCharCode(27)}[31m`
  const message = [`${red}first`, '', ...Array.from({ length: 20 }, (_, index) => `line ${index}`)].join('\n')
  const [told = ''] = findings({ outcomes: [passed, { ...failed, message }], unsteady: [] })
  const lines = told.split('\n')
  expect(lines.slice(0, 3)).toEqual(['failed: unit › a.test.ts › adds', '    first', '    line 0'])
  expect(lines).toHaveLength(11)
})

const report = (status: string, errors: object[] = []) =>
  ({
    config: { rootDir: path.join(root, 'e2e') },
    errors,
    suites: [
      {
        title: 'user/upload.journey.ts',
        specs: [],
        suites: [
          {
            title: 'a page',
            specs: [
              {
                title: 'opens',
                file: 'user/upload.journey.ts',
                tests: [{ status, results: [{ duration: 7, errors: [{ message: 'Timeout' }] }] }],
              },
            ],
          },
        ],
      },
    ],
  }) as unknown as Parameters<typeof journeyOutcomes>[0]

test('a journey is named by file and full title', () => {
  expect(journeyOutcomes(report('unexpected'))).toEqual([
    {
      part: 'journeys',
      file: 'e2e/user/upload.journey.ts',
      name: 'a page > opens',
      state: 'failed',
      message: 'Timeout',
      durationMs: 7,
    },
  ])
  expect(journeyOutcomes(report('flaky'))[0]?.state).toBe('failed')
  expect(journeyOutcomes(report('skipped'))[0]?.state).toBe('skipped')
})

test('an error outside of every journey cannot be made good by running a file again', () => {
  const outcomes = journeyOutcomes(report('expected', [{ message: 'SyntaxError' }]))
  expect(summaryLine(outcomes)).toBe('1 passed, 1 failed')
  expect(filesToRunAgain(outcomes)).toEqual([])
})
