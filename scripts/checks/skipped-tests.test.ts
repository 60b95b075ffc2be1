import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../run-command.ts'

test('no test waits for the database that the name of its file excludes', async () => {
  const never: string[] = []
  for await (const file of glob('server/src/**/*.{embedded,postgres}.test.ts', { cwd: root })) {
    const other = file.endsWith('.embedded.test.ts') ? 'postgres' : 'embedded'
    const source = await readFile(path.join(root, file), 'utf8')
    if (source.includes(`runIf(testDatabaseKind() === '${other}'`)) never.push(file)
  }
  expect(never).toEqual([])
})
