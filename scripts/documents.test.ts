import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const names = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/architecture.md',
  'docs/operations.md',
  'docs/scale.md',
  'docs/security.md',
]
const documents = await Promise.all(
  names.map(async (name) => ({ name, text: await readFile(resolve(root, name), 'utf8') })),
)

test.each(documents)(
  '$name links to files that exist, and names scripts that exist',
  async ({ name, text }) => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => link)
    expect(links.filter((link) => !existsSync(resolve(root, dirname(name), link)))).toEqual([])
    const { scripts } = JSON.parse(await readFile(resolve(root, 'package.json'), 'utf8'))
    const named = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, script = '']) => script)
    expect(named.filter((script) => !(script in scripts))).toEqual([])
  },
)

test('every row of the security checklist names a file of tests that exists', () => {
  const text = documents.find(({ name }) => name === 'docs/security.md')?.text ?? ''
  const rows = text.split('\n').filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  expect(rows.length).toBeGreaterThan(50)
  const shownBy = rows.map((row) => row.match(/`([^`]+\.test\.ts)` \|$/)?.[1] ?? row)
  expect(shownBy.filter((file) => !existsSync(resolve(root, file)))).toEqual([])
})

test('operations.md names every figure of /metrics that is ours', async () => {
  const text = documents.find(({ name }) => name === 'docs/operations.md')?.text ?? ''
  const sources = ['metrics', 'observe-told', 'observe-on-scrape'].map((file) =>
    readFile(resolve(root, `server/src/platform/metrics/${file}.ts`), 'utf8'),
  )
  const figures = [...(await Promise.all(sources)).join('').matchAll(/name: '(\w+)'/g)].map(
    ([, name]) => name,
  )
  expect(figures.length).toBeGreaterThan(8)
  expect(figures.filter((figure) => !text.includes(`\`${figure}`))).toEqual([])
})
