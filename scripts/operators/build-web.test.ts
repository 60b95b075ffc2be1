import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashFiles } from './build-web.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'exempta-hash-'))
  await mkdir(path.join(folder, 'web/src'), { recursive: true })
  await mkdir(path.join(folder, 'web/build'))
  await writeFile(path.join(folder, 'web/src/a.ts'), 'a')
  await writeFile(path.join(folder, 'lock.json'), '{}')
})
afterEach(() => rm(folder, { recursive: true }))

const hash = () => hashFiles(folder, ['web', 'lock.json'], ['build'])

test('dates and skipped folders do not change the hash', async () => {
  const before = hash()
  await utimes(path.join(folder, 'web/src/a.ts'), 1, 1)
  await writeFile(path.join(folder, 'web/build/out.js'), 'built')
  expect(hash()).toBe(before)
})

test.each([
  ['a changed file', 'web/src/a.ts', 'b'],
  ['a new file', 'web/src/b.ts', ''],
  ['a hidden file', 'web/.settings', 'x'],
  ['a single file', 'lock.json', '{ }'],
])('%s changes the hash', async (_name, file, content) => {
  const before = hash()
  await writeFile(path.join(folder, file), content)
  expect(hash()).not.toBe(before)
})
