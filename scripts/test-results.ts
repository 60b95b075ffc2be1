/** What came out of a test run: read from the reports of Vitest and Playwright, judged, counted and printed. */
import path from 'node:path'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import { root } from './run-command.ts'

export interface TestResult {
  part: string
  /** Missing for checks that are not tests, and for errors outside every file. */
  file?: string
  /** Missing when a whole check or file failed. */
  name?: string
  state: 'passed' | 'failed' | 'skipped' | 'flaky'
  message?: string
}

/** A test that is known to fail now and then. `flaky-tests.json` lists them; each needs a reason. */
export interface KnownFlaky {
  file: string
  name: string
  reason: string
}

interface VitestReport {
  testResults: {
    name: string
    status: 'passed' | 'failed'
    message: string
    assertionResults: {
      ancestorTitles: string[]
      title: string
      status: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo'
      failureMessages: string[]
    }[]
  }[]
}

const messageLines = 10
const colors = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g')

export function readVitestReport(part: string, report: VitestReport): TestResult[] {
  return report.testResults.flatMap(({ name: place, status, message, assertionResults }) => {
    const file = path.relative(root, place)
    const results = assertionResults.map(({ ancestorTitles, title, status, failureMessages }): TestResult => {
      const name = [...ancestorTitles.filter(Boolean), title].join(' > ')
      if (status === 'passed') return { part, file, name, state: 'passed' }
      if (status === 'skipped' || status === 'todo') return { part, file, name, state: 'skipped' }
      // Pending is what has not ended when everything else has.
      return { part, file, name, state: 'failed', message: failureMessages.join('\n') || 'It did not end.' }
    })
    const isExplained = status === 'passed' || results.some(({ state }) => state === 'failed')
    return isExplained && !message ? results : [...results, { part, file, state: 'failed', message }]
  })
}

export function readPlaywrightReport(part: string, { config, suites, errors }: JSONReport): TestResult[] {
  const outside = errors.map(({ message = '' }): TestResult => ({ part, state: 'failed', message }))
  const folder = path.relative(root, config.rootDir)
  const resultsOf = (suite: JSONReportSuite, titles: string[]): TestResult[] => [
    ...suite.specs.flatMap(({ file, title, tests }) =>
      tests.map(({ status, results }): TestResult => {
        const place = { part, file: path.join(folder, file), name: [...titles, title].join(' > ') }
        if (status === 'expected') return { ...place, state: 'passed' }
        if (status === 'skipped') return { ...place, state: 'skipped' }
        const messages = results.flatMap((result) => result.errors.map((error) => error.message ?? ''))
        return { ...place, state: 'failed', message: messages.join('\n') }
      }),
    ),
    ...(suite.suites ?? []).flatMap((each) => resultsOf(each, [...titles, each.title])),
  ]
  return [...suites.flatMap((suite) => resultsOf(suite, [])), ...outside]
}

/** The soak test takes two hours in the long run, so its failure counts at once and is not checked for flakiness. */
export const tooLongToRepeat: readonly string[] = ['server/src/abuse.fault.postgres.test.ts']

export function filesToRepeat(results: TestResult[], excluded: readonly string[] = []): string[] {
  const files = results.flatMap(({ state, file }) => (state === 'failed' && file ? [file] : []))
  return [...new Set(files)].filter((file) => !excluded.includes(file))
}

/** Two runs of the same files as one result: what failed in one of them and not in the other is flaky. */
export function mergeRuns(first: TestResult[], second: TestResult[]): TestResult[] {
  const repeated = new Map(keyed(second))
  const merged = keyed(first).map(([key, before]): TestResult => {
    const after = repeated.get(key)
    repeated.delete(key)
    // A file that could be loaded the second time has no result of its own any more.
    const isGone = !after && before.name === undefined && second.some(({ file }) => file === before.file)
    if (before.state === 'failed' && (after?.state === 'passed' || isGone))
      return { ...before, state: 'flaky' }
    if (after?.state === 'failed' && before.state === 'passed') return { ...after, state: 'flaky' }
    return before.state === 'skipped' && after ? after : before
  })
  return [...merged, ...repeated.values()]
}

/** Rows of a table test may share a name; their order then distinguishes them. */
function keyed(results: TestResult[]): [string, TestResult][] {
  const seen = new Map<string, number>()
  return results.map((result) => {
    const title = titleOf(result)
    const count = (seen.get(title) ?? 0) + 1
    seen.set(title, count)
    return [`${title} ${count}`, result]
  })
}

/** A flaky test that is listed counts as passed; any other counts as failed. */
export function summarize(
  results: TestResult[],
  known: KnownFlaky[],
): { lines: string[]; closingLine: string; isGreen: boolean } {
  const reasonOf = ({ file, name }: TestResult) =>
    known.find((test) => test.file === file && test.name === name)?.reason
  const isTolerated = (result: TestResult) => result.state === 'flaky' && reasonOf(result) !== undefined
  const count = (matches: (result: TestResult) => boolean) => results.filter(matches).length
  const passed = count((result) => result.state === 'passed' || isTolerated(result))
  const skipped = count(({ state }) => state === 'skipped')
  const failed = results.length - passed - skipped
  const lines = results.flatMap((result) => {
    if (isTolerated(result)) return [`flaky, known (${reasonOf(result)}): ${describe(result)}`]
    if (result.state === 'flaky') return [`flaky, failed in one of two runs: ${describe(result)}`]
    return result.state === 'failed' ? [`failed: ${describe(result)}`] : []
  })
  const closingLine = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  return { lines, closingLine, isGreen: failed === 0 }
}

function describe(result: TestResult): string {
  const lines = (result.message ?? '').replace(colors, '').split('\n')
  const isOurs = (line: string) => line.trim() !== '' && !/^\s+at .*(node_modules|<anonymous>)/.test(line)
  const shown = lines.filter(isOurs).slice(0, messageLines)
  return [titleOf(result), ...shown.map((line) => `    ${line.trimEnd()}`)].join('\n')
}

const titleOf = ({ part, file, name }: TestResult) =>
  [part, file, name ?? (file && '(the file)')].filter((each) => each !== undefined).join(' › ')
