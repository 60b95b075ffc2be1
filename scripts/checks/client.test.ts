import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateClient } from '../development/client-api.ts'
import { root } from '../run-command.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'exempta-client-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function contentsOf(place: string): Promise<Record<string, string>> {
  const entries = await readdir(place, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const contents = files.map(
    async (file) => [path.relative(place, file), await readFile(file, 'utf8')] as const,
  )
  return Object.fromEntries(await Promise.all(contents))
}

test('the client is generated from the published description (npm run client:generate)', async () => {
  await generateClient(folder)
  expect(await contentsOf(path.join(root, 'client/src/generated'))).toEqual(await contentsOf(folder))
}, 120_000)
