import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root, runCommand } from './run-command.ts'

const planted = {
  'vitest.config.ts': 'export default {}\n',
  'fails.test.ts': "import { expect, test } from 'vitest'\ntest('adds', () => expect([1]).toEqual([2]))\n",
  'missing.test.ts': "import './nothing.ts'\n",
  'set-up.test.ts':
    "import { beforeAll, test } from 'vitest'\nbeforeAll(() => { throw new Error('no disk') })\ntest('waits', () => {})\n",
  'late.test.ts':
    "import { test } from 'vitest'\ntest('ends', async () => {\n  void Promise.reject(new Error('late'))\n})\n",
}

test('every failure of a run is found, with its file and message', async () => {
  const results = path.join(root, 'test-results')
  await mkdir(results, { recursive: true })
  const folder = await mkdtemp(path.join(results, 'planted-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, source] of Object.entries(planted)) await writeFile(path.join(folder, name), source)
  const outcomesFile = path.join(folder, 'outcomes.json')
  const reporter = path.join(import.meta.dirname, 'vitest-outcomes.ts')
  const ok = await runCommand('vitest', ['run', '--root', folder, '--reporter', reporter], {
    env: { OUTCOMES_FILE: outcomesFile },
  })
  expect(ok).toBe(false)
  const outcomes: Record<string, unknown>[] = JSON.parse(await readFile(outcomesFile, 'utf8'))
  const inFolder = (name: string) => path.relative(root, path.join(folder, name))
  const told = (name: string) => outcomes.filter(({ file }) => file === inFolder(name))
  const failure = (message: RegExp) =>
    expect.objectContaining({ state: 'failed', message: expect.stringMatching(message) })
  expect(told('fails.test.ts')).toEqual([expect.objectContaining({ name: 'adds', state: 'failed' })])
  expect(told('fails.test.ts')[0]?.message).toMatch(/-\s+2,.*\+\s+1,.*fails\.test\.ts:2:/s)
  expect(told('missing.test.ts')).toEqual([failure(/nothing\.ts/)])
  expect(told('set-up.test.ts')).toEqual([
    expect.objectContaining({ name: 'waits', state: 'skipped' }),
    failure(/no disk/),
  ])
  expect(told('late.test.ts')).toContainEqual(failure(/late/))
})
