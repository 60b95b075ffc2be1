import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../run-command.ts'

const noisyTests = `
  import { test, vi } from 'vitest'
  test('silent', () => {})
  test('expects its error', () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    console.error('expected')
    error.mockRestore()
  })
  test('prints an error', () => console.error('unexpected'))
  test('prints a warning', () => console.warn('unexpected'))
  test('makes Node warn', async () => {
    process.emitWarning('unexpected')
    await new Promise((resolve) => setImmediate(resolve))
  })
  test('leaves a rejection unhandled', async () => {
    void Promise.reject(new Error('unexpected'))
    await new Promise((resolve) => setImmediate(resolve))
  })`

let folder: string
beforeAll(async () => {
  // Below the repository, so that the nested run finds its packages.
  await mkdir(path.join(root, '.cache'), { recursive: true })
  folder = await mkdtemp(path.join(root, '.cache', 'noise-'))
  await writeFile(path.join(folder, 'noisy.test.ts'), noisyTests)
  const setupFiles = [path.join(root, 'scripts/checks/fail-on-noise.ts')]
  await writeFile(
    path.join(folder, 'vitest.config.ts'),
    `export default ${JSON.stringify({ test: { setupFiles } })}`,
  )
})
afterAll(() => rm(folder, { recursive: true }))

test('only tests with unexpected output fail', () => {
  const { stdout } = spawnSync(
    path.join(root, 'node_modules/.bin/vitest'),
    ['run', '--root', folder, '--reporter=json'],
    { encoding: 'utf8', env: { PATH: process.env.PATH } },
  )
  const { testResults } = JSON.parse(stdout.slice(stdout.indexOf('{')))
  const statuses = testResults[0].assertionResults.map(
    ({ title, status }: { title: string; status: string }) => [title, status],
  )
  expect(Object.fromEntries(statuses)).toEqual({
    silent: 'passed',
    'expects its error': 'passed',
    'prints an error': 'failed',
    'prints a warning': 'failed',
    'makes Node warn': 'failed',
    'leaves a rejection unhandled': 'failed',
  })
})
