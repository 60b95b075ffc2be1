import { expect, test } from 'vitest'
import { addCounts, countCheck, countPlaywright, countVitest, summaryLine } from './test-counts.ts'

const vitestReport = {
  success: true,
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
}

test('a green run counts its tests', () => {
  expect(countVitest(vitestReport, true)).toEqual({ passed: 3, failed: 0, skipped: 0 })
})

test('a file that cannot be loaded counts as one failure', () => {
  const testResults = [{ status: 'failed', assertionResults: [] }]
  expect(countVitest({ ...vitestReport, testResults }, false).failed).toBe(1)
})

test('a failed test is counted once', () => {
  const testResults = [{ status: 'failed', assertionResults: [{ status: 'failed' }] }]
  expect(countVitest({ ...vitestReport, numFailedTests: 1, testResults }, false).failed).toBe(1)
})

test('an error outside of every test still fails the run', () => {
  expect(countVitest(vitestReport, false).failed).toBe(1)
  const stats = { expected: 2, unexpected: 0, flaky: 0, skipped: 0 }
  expect(countPlaywright({ stats, errors: [] }, false).failed).toBe(1)
})

test('a journey that passed only on a second try counts as failed', () => {
  const stats = { expected: 2, unexpected: 0, flaky: 1, skipped: 0 }
  expect(countPlaywright({ stats, errors: [] }, true)).toEqual({ passed: 2, failed: 1, skipped: 0 })
})

test('the last line names what was skipped only when something was', () => {
  expect(summaryLine(addCounts([countCheck(true), countCheck(false)]))).toBe('1 passed, 1 failed')
  expect(summaryLine({ passed: 4, failed: 0, skipped: 2 })).toBe('4 passed, 0 failed, 2 skipped')
})
