import { glob, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../run-command.ts'

// The linter sees `process.env`; these are the ways around it.
const readsEnvironment = /process\.env|process\[|=\s*process\b(?!\.)|['"](node:)?process['"]/
// The list of pages is read while building; the sessions read nothing, but turn off the telemetry of a library.
const allowedReaders = [
  'redaction/src/reader/sessions.ts',
  'server/src/config.ts',
  'server/src/main.ts',
  'web/src/routes.ts',
]

test('only the configuration reads the environment', async () => {
  const readers: string[] = []
  for await (const file of glob('{contract,redaction,server,web}/src/**/*.{ts,tsx}', { cwd: root })) {
    if (file.includes('.test.') || allowedReaders.includes(file)) continue
    if (readsEnvironment.test(await readFile(path.join(root, file), 'utf8'))) readers.push(file)
  }
  expect(readers).toEqual([])
})

test.each([
  'const home = process.env.HOME',
  'const { env } = process',
  "import { env } from 'node:process'",
  "process['env']",
])('%s counts as reading it', (line) => {
  expect(line).toMatch(readsEnvironment)
})

test('other uses of the process do not count', () => {
  expect("const { pid } = process.memoryUsage(); process.on('exit', end)").not.toMatch(readsEnvironment)
})
