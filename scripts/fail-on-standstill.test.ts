import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from './run-command.ts'

const stillTest = `import { test } from 'vitest'; test('never returns', () => { for (;;); })`

let folder: string
beforeAll(async () => {
  // Below the repository, so that the nested run finds its packages.
  await mkdir(path.join(root, '.cache'), { recursive: true })
  folder = await mkdtemp(path.join(root, '.cache', 'standstill-'))
  await writeFile(path.join(folder, 'still.test.ts'), stillTest)
  const setupFiles = [path.join(root, 'scripts', 'fail-on-standstill.ts')]
  const config = { test: { pool: 'forks', isolate: false, setupFiles } }
  await writeFile(path.join(folder, 'vitest.config.ts'), `export default ${JSON.stringify(config)}`)
})
afterAll(() => rm(folder, { recursive: true }))

test('a file that stands still fails the run by its name', () => {
  const { status, stderr } = spawnSync(
    path.join(root, 'node_modules/.bin/vitest'),
    ['run', '--root', folder],
    {
      encoding: 'utf8',
      timeout: 60_000,
      env: { PATH: process.env.PATH, STANDSTILL_MS: '2000', NO_COLOR: '1' },
    },
  )
  expect(status).toBe(1)
  expect(stderr).toContain(`Ended, because it stood still for 2 s: ${path.join(folder, 'still.test.ts')}`)
})
