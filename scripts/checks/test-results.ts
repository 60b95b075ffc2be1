/** What came out of a test run: read from the reports of Vitest and Playwright, judged, counted and printed. */
import path from 'node:path'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import { root } from '../run-command.ts'

export interface TestResult {
  part: string
  /** Missing for checks that are not tests, and for errors outside every file. */
  file?: string
  /** Missing when a whole check or file failed. */
  name?: string
  /** Flaky is what failed in one run and passed in another, whichever came first. */
  state: 'passed' | 'failed' | 'skipped' | 'flaky'
  message?: string
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

// More failed files than this have a common cause, which a second run does not explain.
const mostFilesRepeated = 10

/**
 * What to run once more: the files with a failure, or the whole part (no files) if it failed outside every file.
 * Undefined if nothing failed.
 */
export function selectRepeat(
  results: TestResult[],
  tooLongToRepeat: readonly string[] = [],
): { files: string[] } | { refusal: string } | undefined {
  const failed = results.filter(({ state }) => state === 'failed')
  if (failed.length === 0) return
  const files = [...new Set(failed.flatMap(({ file }) => (file ? [file] : [])))]
  if (files.length > mostFilesRepeated) return { refusal: `${files.length} files failed` }
  if (failed.some(({ file }) => file === undefined)) return { files: [] }
  const short = files.filter((file) => !tooLongToRepeat.includes(file))
  return short.length > 0 ? { files: short } : { refusal: `${files.join(', ')} takes too long` }
}

/** Two runs of the same files as one result: what failed in one of them and not in the other is flaky. */
export function mergeRuns(first: TestResult[], second: TestResult[]): TestResult[] {
  const repeated = new Map(keyed(second))
  const merged = keyed(first).map(([key, before]): TestResult => {
    const after = repeated.get(key)
    repeated.delete(key)
    // A file that could be loaded the second time, or a part that did not crash, has no failure of its own any more.
    const ranAgain = ({ file }: TestResult) => file !== undefined && [undefined, file].includes(before.file)
    const isGone = !after && before.name === undefined && second.some(ranAgain)
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

/** A flaky test counts as passed. */
export function countResults(results: TestResult[]) {
  const count = (...states: TestResult['state'][]) =>
    results.filter(({ state }) => states.includes(state)).length
  return {
    passed: count('passed', 'flaky'),
    failed: count('failed'),
    flaky: count('flaky'),
    skipped: count('skipped'),
  }
}

/** A test may be skipped on one database and run on the other. These were run by no part. */
function titlesNeverRun(results: TestResult[]): string[] {
  const keyOf = ({ file, name }: TestResult) => `${file} › ${name}`
  const ran = new Set(results.filter(({ state }) => state !== 'skipped').map(keyOf))
  const skipped = results.filter(({ state }) => state === 'skipped').map(keyOf)
  return [...new Set(skipped)].filter((key) => !ran.has(key))
}

/** Tests that no part ran, the flaky ones, then the failed ones, each with its error, and the line that ends the run. */
export function summarize(results: TestResult[]): { lines: string[]; closingLine: string; isGreen: boolean } {
  const listed = (state: TestResult['state'], label: string) =>
    results.filter((result) => result.state === state).map((result) => `${label}: ${describe(result)}`)
  const { passed, failed, skipped } = countResults(results)
  return {
    lines: [
      ...titlesNeverRun(results).map((title) => `skipped in every part: ${title}`),
      ...listed('flaky', 'flaky, failed once and passed once'),
      ...listed('failed', 'failed'),
    ],
    closingLine: `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
    isGreen: failed === 0,
  }
}

/** What `flaky.json` lists. */
export function listFlaky(results: TestResult[]) {
  return results
    .filter(({ state }) => state === 'flaky')
    .map(({ part, file, name, message = '' }) => ({ part, file, name, error: message.replace(colors, '') }))
}

/** What each part counted and how long it took, as text in columns. */
export function tabulateParts(
  parts: { name: string; results: TestResult[]; seconds: number; repeatSeconds?: number }[],
  totalSeconds: number,
): string[] {
  const row = (name: string, results: TestResult[], seconds: number, repeatSeconds: number | undefined) => {
    const { passed, failed, flaky, skipped } = countResults(results)
    return [name, passed, failed, flaky, skipped, seconds.toFixed(1), repeatSeconds?.toFixed(1) ?? ''].map(
      String,
    )
  }
  const repeats = parts.flatMap(({ repeatSeconds }) => repeatSeconds ?? [])
  const rows = [
    ['part', 'passed', 'failed', 'flaky', 'skipped', 'seconds', 'repeated'],
    ...parts.map(({ name, results, seconds, repeatSeconds }) => row(name, results, seconds, repeatSeconds)),
    row(
      'whole run',
      parts.flatMap(({ results }) => results),
      totalSeconds,
      repeats.length > 0 ? repeats.reduce((sum, each) => sum + each, 0) : undefined,
    ),
  ]
  const widths = rows.reduce<number[]>(
    (widest, cells) => cells.map((cell, column) => Math.max(cell.length, widest[column] ?? 0)),
    [],
  )
  const pad = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)
  return rows.map((cells) => cells.map(pad).join('  ').trimEnd())
}

function describe(result: TestResult): string {
  const lines = (result.message ?? '').replace(colors, '').split('\n')
  const isOurs = (line: string) => line.trim() !== '' && !/^\s+at .*(node_modules|<anonymous>)/.test(line)
  const shown = lines.filter(isOurs).slice(0, messageLines)
  return [titleOf(result), ...shown.map((line) => `    ${line.trimEnd()}`)].join('\n')
}

const titleOf = ({ part, file, name }: TestResult) =>
  [part, file, name ?? (file && '(the file)')].filter((each) => each !== undefined).join(' › ')
