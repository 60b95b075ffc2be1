import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Limits, runParts } from './run-parts.ts'
import { check, type Part, type PartRun, reportsFolder, vitest } from './test-parts.ts'
import { listFlaky, summarize, type TestResult } from './test-results.ts'

const limits: Limits = { partMs: 60_000, repeatsMs: 60_000, tooLongToRepeat: [] }
const failed: TestResult = {
  part: 'a',
  file: 'a.test.ts',
  name: 'adds',
  state: 'failed',
  message: 'expected 3',
}
const passed: TestResult = { part: 'a', file: 'a.test.ts', name: 'adds', state: 'passed' }

/** Returns one of these after the other, and keeps how it was called. */
function scripted(name: string, ...runs: TestResult[][]): Part & { calls: PartRun[] } {
  const calls: PartRun[] = []
  const run = async (options: PartRun) => runs[calls.push(options) - 1] ?? []
  return { name, calls, run }
}

async function run(groups: Part[][], given: Partial<Limits> = {}) {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  const parts = await runParts(groups, { ...limits, ...given })
  return { parts, ...summarize(parts.flatMap(({ results }) => results)) }
}

test('what failed runs again after everything else has ended', async () => {
  const order: string[] = []
  const part = (name: string, state: 'passed' | 'failed'): Part => ({
    name,
    run: async ({ isRepeat }) => {
      order.push(isRepeat ? `${name} again` : name)
      return [{ ...passed, part: name, state: isRepeat ? 'passed' : state }]
    },
  })
  const { closingLine } = await run([[part('a', 'failed'), part('b', 'failed')], [part('c', 'passed')]])
  expect(order).toEqual(['a', 'b', 'c', 'a again', 'b again'])
  expect(closingLine).toBe('3 passed, 0 failed')
})

test('only the files with a failure run again, in the time that is left', async () => {
  const part = scripted('a', [failed, { ...passed, file: 'b.test.ts' }], [passed])
  await run([[part]])
  expect(part.calls[0]).toEqual({ files: [], timeoutMs: 60_000, isRepeat: false })
  expect(part.calls[1]).toMatchObject({ files: ['a.test.ts'], isRepeat: true })
  expect(part.calls[1]?.timeoutMs).toBeLessThanOrEqual(60_000)
})

test('a part that throws runs again as a whole, and its error is kept', async () => {
  let isFirst = true
  const part: Part = {
    name: 'a',
    run: async () => {
      if (!isFirst) return [passed]
      isFirst = false
      throw new Error('no browser')
    },
  }
  const { parts, closingLine } = await run([[part]])
  expect(closingLine).toBe('2 passed, 0 failed')
  expect(listFlaky(parts.flatMap(({ results }) => results))).toEqual([{ part: 'a', error: 'no browser' }])
})

test('a check that fails runs again', async () => {
  const answers = [false, true]
  const part = check('lint', async () => ({ ok: answers.shift() ?? false, output: 'killed' }))
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { closingLine, lines } = await run([[part]])
  expect(closingLine).toBe('1 passed, 0 failed')
  expect(lines).toEqual(['flaky, failed once and passed once: lint\n    killed'])
})

test('once the time for second runs is used up, what failed has failed', async () => {
  const part = scripted('a', [failed], [passed])
  const { closingLine } = await run([[part]], { repeatsMs: 0 })
  expect(part.calls).toHaveLength(1)
  expect(closingLine).toBe('0 passed, 1 failed')
})

const planted = {
  'vitest.config.ts': 'export default {}\n',
  'flaky.test.ts': `import { existsSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
test('needs a second run', () => {
  const marker = new URL('marker', import.meta.url)
  const isSecondRun = existsSync(marker)
  writeFileSync(marker, '')
  expect(isSecondRun).toBe(true)
})\n`,
  'broken.test.ts': "import { expect, test } from 'vitest'\ntest('is broken', () => expect(1).toBe(2))\n",
  'good.test.ts': "import { test } from 'vitest'\ntest('is good', () => {})\n",
}

test('of tests that Vitest runs, the flaky one passes and the broken one fails', async () => {
  await mkdir(reportsFolder, { recursive: true })
  const folder = await mkdtemp(path.join(reportsFolder, 'planted-'))
  const name = path.basename(folder)
  onTestFinished(async () => {
    const reports = ['', '.json', '-repeated.json'].map((end) => `${folder}${end}`)
    for (const report of reports) await rm(report, { recursive: true, force: true })
  })
  for (const [file, source] of Object.entries(planted)) await writeFile(path.join(folder, file), source)

  const { parts, closingLine } = await run([[vitest(name, ['--root', folder])]])

  expect(closingLine).toBe('2 passed, 1 failed')
  const results = parts.flatMap((part) => part.results)
  const stateOf = (title: string) => results.find((result) => result.name === title)?.state
  expect(['needs a second run', 'is broken', 'is good'].map(stateOf)).toEqual(['flaky', 'failed', 'passed'])
  expect(listFlaky(results)).toMatchObject([
    { name: 'needs a second run', error: expect.stringContaining('expected false to be true') },
  ])
})
