import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { holdLock } from './hold-lock.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'exempta-lock-'))
  file = path.join(folder, 'below', 'lock')
})
afterEach(() => rm(folder, { recursive: true }))

test('the second holder waits until the first releases the lock', async () => {
  const order: string[] = []
  const releaseFirst = await holdLock(file)
  const second = holdLock(file).then((release) => {
    order.push('second')
    return release
  })
  order.push('first done')
  await releaseFirst()
  await (await second)()
  expect(order).toEqual(['first done', 'second'])
})

test('the lock of a process that has died is taken over', async () => {
  const { pid } = spawnSync('true')
  await (await holdLock(file))()
  await writeFile(file, String(pid))
  const release = await holdLock(file)
  expect(await readFile(file, 'utf8')).toBe(String(process.pid))
  await release()
})
