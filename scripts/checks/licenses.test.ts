import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { dependenciesFile, dependenciesPage, isPermitted, listDependencies, readLock } from './licenses.ts'

const all = listDependencies(readLock())

it('docs/dependencies.md is what `npm run licenses` writes', async () => {
  expect(await readFile(dependenciesFile, 'utf8')).toBe(dependenciesPage(all))
})

it('every package has a permitted license', () => {
  expect(all.length).toBeGreaterThan(0)
  expect(all.filter((one) => !isPermitted(one))).toEqual([])
})

it.each([
  ['fastify', 'MIT', true],
  ['either', '(GPL-3.0-only OR MIT)', true],
  ['both', 'MIT AND GPL-3.0-only', false],
  ['unnamed', 'unknown', false],
  ['left-pad', 'LGPL-3.0-or-later', false],
  ['@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later', true],
  ['@img/sharp-wasm32', 'Apache-2.0 AND LGPL-3.0-or-later AND MIT', true],
  ['@fontsource/inter', 'OFL-1.1', true],
  ['not-a-font', 'OFL-1.1', false],
  ['not-data', 'CC-BY-4.0', false],
])('%s under %s is permitted: %s', (name, license, expected) => {
  expect(isPermitted({ name, license })).toBe(expected)
})

it('tells what is in the product from what only builds and tests it', () => {
  const lock = {
    '': { devDependencies: { tool: '1.0.0' } },
    server: { dependencies: { library: '2.0.0' } },
    'node_modules/server': { link: true },
    'node_modules/library': { version: '2.0.0', license: 'MIT' },
    'node_modules/tool': { version: '1.0.0', license: 'ISC', dev: true },
    'node_modules/tool/node_modules/library': { version: '1.0.0', license: 'MIT', dev: true },
  }
  expect(listDependencies(lock)).toEqual([
    { name: 'library', versions: ['1.0.0', '2.0.0'], license: 'MIT', isDev: false, askedForBy: ['server'] },
    { name: 'tool', versions: ['1.0.0'], license: 'ISC', isDev: true, askedForBy: ['the repository'] },
  ])
})
