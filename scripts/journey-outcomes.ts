import path from 'node:path'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import { root } from './run-command.ts'
import type { Outcome } from './test-outcomes.ts'

const states = { expected: 'passed', skipped: 'skipped', unexpected: 'failed', flaky: 'failed' } as const
const part = 'journeys'

/** Reads Playwright's report. */
export function journeyOutcomes({ config, suites, errors }: JSONReport): Outcome[] {
  const folder = path.relative(root, config.rootDir)
  // Without a file: an error that keeps one journey from loading keeps all others from running.
  const outside = errors.map(({ message = '', location }): Outcome => {
    const place = location ? `${path.relative(root, location.file)}:${location.line}: ` : ''
    return { part, state: 'failed', message: `${place}${message}` }
  })
  return [...suites.flatMap((suite) => outcomesOf(suite, folder, [])), ...outside]
}

function outcomesOf(suite: JSONReportSuite, folder: string, titles: string[]): Outcome[] {
  const own = suite.specs.flatMap(({ file, title, tests }) =>
    tests.map(({ status, results }): Outcome => {
      const messages = results.flatMap((result) => result.errors.map((error) => error.message ?? ''))
      return {
        part,
        file: path.join(folder, file),
        name: [...titles, title].join(' > '),
        state: states[status],
        ...(messages.length > 0 && { message: messages.join('\n') }),
        durationMs: results.reduce((sum, { duration }) => sum + duration, 0),
      }
    }),
  )
  const inner = (suite.suites ?? []).flatMap((each) => outcomesOf(each, folder, [...titles, each.title]))
  return [...own, ...inner]
}
