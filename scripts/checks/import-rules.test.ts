import { spawnSync } from 'node:child_process'
import { glob, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../run-command.ts'

const workspaces = ['contract', 'knowledge', 'redaction', 'server', 'web']
const packages = ['zod', 'kysely', 'pg', 'pg-boss', 'react', 'vitest', 'marked', 'nodemailer']

/** What the rules allow: file, and what it imports. */
const allowed: [file: string, ...imports: string[]][] = [
  ['contract/src/routes.ts', 'zod', './durations.ts'],
  ['contract/src/durations.ts'],
  ['contract/src/routes.test.ts', 'vitest', './routes.ts'],
  ['contract/src/rules.ts', '@exempta/knowledge/rules'],
  ['knowledge/src/rules.ts', 'zod', './states.ts'],
  ['knowledge/src/states.ts'],
  ['redaction/src/index.ts', './text/index.ts', '@exempta/knowledge/rules'],
  ['redaction/src/text/index.ts'],
  ['redaction/src/deep.ts', 'node:zlib'],
  ['server/src/app.ts', './features/accounts/index.ts', './platform/db/pooled-database.ts', './config.ts'],
  ['server/src/config.ts'],
  ['server/src/platform/db/pooled-database.ts', 'kysely', 'pg', '@exempta/contract/durations'],
  ['server/src/platform/db/pooled-database.test.ts', '../../../test/app.ts'],
  ['server/src/platform/sandbox/engine.ts', '@exempta/redaction'],
  ['server/src/platform/jobs/handle.ts'],
  ['server/src/features/sharing/jobs.ts', '../../platform/jobs/handle.ts'],
  ['server/src/platform/mask-text.ts', '@exempta/redaction/text'],
  ['server/src/features/accounts/index.ts', './create-account.ts', './routes.ts'],
  ['server/src/features/accounts/create-account.ts', './queries.ts', '../notifications/index.ts'],
  ['server/src/features/notifications/index.ts'],
  ['server/src/features/accounts/queries.ts', 'kysely', '../../platform/db/pooled-database.ts'],
  ['server/src/features/accounts/routes.ts', '@exempta/contract/routes'],
  ['server/src/features/sharing/index.ts', '@exempta/redaction/text', '../accounts/index.ts'],
  ['server/src/features/sharing/index.test.ts', 'vitest', '../../../test/app.ts'],
  ['server/test/app.ts', '../src/app.ts', 'pg'],
  ['web/src/app/page.tsx', '../features/upload/upload.tsx', '../ui/button.tsx', 'react'],
  [
    'web/src/features/upload/upload.tsx',
    '../../lib/client.ts',
    '../../shared/thumbnail.tsx',
    '@exempta/contract/routes',
    '@exempta/knowledge/rules',
  ],
  ['web/src/ui/button.tsx', 'react'],
  ['web/src/shared/thumbnail.tsx', '@exempta/contract/durations', '../ui/button.tsx', '../lib/client.ts'],
  ['web/src/lib/client.ts', '@exempta/contract/durations'],
  ['e2e/journey.ts', '@exempta/contract/durations'],
]

/** One forbidden import for each rule; what is not in the tree above is added to it. */
const planted: [rule: string, file: string, imported: string][] = [
  ['no-cycles', 'web/src/lib/circle.ts', './round.ts'],
  ['resolvable', 'bench/lost.ts', './nowhere.ts'],
  ['no-barrels', 'web/src/lib/over-barrel.ts', '../ui/index.ts'],
  ['product-not-to-tests', 'server/src/main.ts', '../test/app.ts'],
  ['product-not-to-tests', 'web/src/lib/tool.ts', 'vitest'],
  ['runs-without-dev-packages', 'server/src/tool.ts', 'marked'],
  ['contract-imports-zod-only', 'contract/src/framework.ts', 'react'],
  ['contract-imports-zod-only', 'contract/src/upward.ts', '../../server/src/config.ts'],
  ['knowledge-imports-zod-only', 'knowledge/src/limits.ts', '@exempta/contract/durations'],
  ['knowledge-imports-zod-only', 'knowledge/src/files.ts', 'react'],
  ['redaction-stands-alone', 'redaction/src/limits.ts', '@exempta/contract/durations'],
  ['redaction-is-pure', 'redaction/src/fetch.ts', 'node:https'],
  ['engine-only-in-the-sandbox', 'server/src/features/sharing/parse.ts', '@exempta/redaction'],
  ['engine-only-in-the-sandbox', 'server/src/platform/db/parse.ts', '../../../../redaction/src/deep.ts'],
  ['text-rules-for-features', 'server/src/platform/db/words.ts', '@exempta/redaction/text'],
  ['platform-below-features', 'server/src/platform/db/settings.ts', '../../config.ts'],
  ['platform-below-features', 'server/src/platform/db/person.ts', '../../features/accounts/index.ts'],
  ['features-below-the-app', 'server/src/features/sharing/settings.ts', '../../config.ts'],
  ['features-by-their-entry', 'server/src/features/sharing/person.ts', '../accounts/create-account.ts'],
  ['features-in-order', 'server/src/features/notifications/person.ts', '../accounts/index.ts'],
  ['features-in-order', 'server/src/features/unlisted/person.ts', '../accounts/index.ts'],
  ['features-in-order', 'server/src/features/sharing/use.ts', '../unlisted/index.ts'],
  ['platform-in-order', 'server/src/platform/db/queue.ts', '../jobs/handle.ts'],
  ['engine-in-order', 'redaction/src/geometry/words.ts', '../text/index.ts'],
  ['sql-only-in-queries', 'server/src/features/sharing/share.ts', 'kysely'],
  ['drivers-only-in-platform', 'server/src/features/sharing/connect.ts', 'pg'],
  ['drivers-only-in-platform', 'server/src/queue.ts', 'pg-boss'],
  ['connections-in-platform', 'server/src/features/sharing/call.ts', 'node:https'],
  ['connections-in-platform', 'server/src/platform/db/send.ts', 'nodemailer'],
  ['routes-without-database', 'server/src/features/sharing/routes.ts', '../accounts/queries.ts'],
  ['jobs-in-jobs-files', 'server/src/features/sharing/sweep.ts', '../../platform/jobs/handle.ts'],
  ['server-not-to-web', 'server/src/pages.ts', '../../web/src/lib/client.ts'],
  ['web-imports-contract-only', 'web/src/lib/server.ts', '../../../server/src/config.ts'],
  ['web-ui-and-lib-at-the-bottom', 'web/src/ui/upload.tsx', '../features/upload/upload.tsx'],
  ['web-ui-and-lib-at-the-bottom', 'web/src/lib/picture.ts', '../shared/thumbnail.tsx'],
  ['web-ui-without-domain', 'web/src/ui/limits.tsx', '@exempta/contract/durations'],
  ['web-shared-below-features', 'web/src/shared/upload.tsx', '../features/upload/upload.tsx'],
  ['web-features-apart', 'web/src/features/share/share.tsx', '../upload/upload.tsx'],
  ['web-features-apart', 'web/src/features/share/page.tsx', '../../app/page.tsx'],
  ['journeys-from-outside', 'e2e/inside.ts', '../server/src/config.ts'],
]

const supporting: [file: string, ...imports: string[]][] = [
  ['web/src/lib/round.ts', './circle.ts'],
  ['web/src/ui/index.ts', './button.tsx'],
  ['server/src/features/unlisted/index.ts'],
]

interface Cruise {
  modules: { source: string; dependencies: { resolved: string }[] }[]
  summary: Summary
}

interface Summary {
  violations: { rule: { name: string }; from: string }[]
  ruleSetUsed: { forbidden: { name: string }[] }
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'exempta-imports-'))
  for (const name of packages) {
    await write(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }))
    await write(`node_modules/${name}/index.js`, 'export {}')
  }
  await mkdir(path.join(folder, 'node_modules/@exempta'))
  for (const name of workspaces) {
    await symlink(path.join(folder, name), path.join(folder, 'node_modules/@exempta', name))
    await write(`${name}/package.json`, JSON.stringify(workspaceManifest(name)))
  }
  await write('package.json', JSON.stringify({ name: 'planted', type: 'module', workspaces }))
  for (const [file, ...imports] of allowed) await writeImports(file, imports)
})
afterAll(() => rm(folder, { recursive: true }))

function workspaceManifest(name: string) {
  return {
    name: `@exempta/${name}`,
    type: 'module',
    exports:
      name === 'redaction'
        ? { '.': './src/index.ts', './text': './src/text/index.ts' }
        : { './*': './src/*.ts' },
    dependencies: { zod: '1', kysely: '1', nodemailer: '1', pg: '1', 'pg-boss': '1', react: '1' },
    devDependencies: { vitest: '1', marked: '1' },
  }
}

async function write(file: string, content: string) {
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true })
  await writeFile(path.join(folder, file), content)
}

// Values and types alike: a rule that saw only one of them would be easy to walk around.
function writeImports(file: string, imports: string[], keyword = 'import') {
  const lines = imports.map((name, at) => `${keyword} { a as a${at} } from '${name}'\nexport { a${at} }\n`)
  return write(file, `${lines.join('')}export const a = 1\n`)
}

function cruise(cwd: string, places: readonly string[]): Cruise {
  const { stdout, stderr } = spawnSync(
    path.join(root, 'node_modules/.bin/depcruise'),
    ['--config', path.join(root, '.dependency-cruiser.js'), '--output-type', 'json', ...places],
    { cwd, encoding: 'utf8', maxBuffer: 2 ** 27 },
  )
  if (!stdout) throw new Error(stderr)
  return JSON.parse(stdout)
}

const cruisePlanted = (): Summary => cruise(folder, [...workspaces, 'e2e', 'bench']).summary

describe('import rules', () => {
  test('what the architecture allows passes', async () => {
    await mkdir(path.join(folder, 'bench'), { recursive: true })
    expect(cruisePlanted().violations).toEqual([])
  })

  test.each(['import', 'import type'])('a forbidden %s is reported for every rule', async (keyword) => {
    for (const [file, ...imports] of supporting) await writeImports(file, imports)
    for (const [, file, imported] of planted) await writeImports(file, [imported], keyword)
    const seen = cruisePlanted().violations.map(({ rule, from }) => `${rule.name}: ${from}`)
    const harmlessAsTypes = [
      'product-not-to-tests: web/src/lib/tool.ts',
      'runs-without-dev-packages: server/src/tool.ts',
      'jobs-in-jobs-files: server/src/features/sharing/sweep.ts',
    ]
    const expected = planted
      .map(([rule, file]) => `${rule}: ${file}`)
      .filter((line) => keyword === 'import' || !harmlessAsTypes.includes(line))
    expect(seen).toEqual(expect.arrayContaining(expected))
  })

  test('no rule is without a planted import', () => {
    const names = new Set(cruisePlanted().ruleSetUsed.forbidden.map(({ name }) => name))
    expect(new Set(planted.map(([rule]) => rule))).toEqual(names)
  })
})

describe('the order of the features', () => {
  test('lists every feature', async () => {
    const { featureOrder } = await import(path.join(root, '.dependency-cruiser.js'))
    const folders = await readdir(path.join(root, 'server/src/features'))
    expect([...featureOrder].sort()).toEqual(folders.sort())
  })

  test('is what docs/architecture.md draws', async () => {
    const page = await readFile(path.join(root, 'docs/architecture.md'), 'utf8')
    const [, picture = ''] =
      /## The order of the features\n.*?```mermaid\nflowchart TD\n(.*?)```/s.exec(page) ?? []
    const drawn = picture
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [from = '', to = ''] = line.split('-->')
        return to.split('&').map((one) => `${from.trim()} --> ${one.trim()}`)
      })
    expect(drawn.sort()).toEqual(shortestArrows(featureImports()))
  })
})

/** Which features the code of each feature imports. */
function featureImports(): Map<string, Set<string>> {
  const isTest = /\.(test|fixture)\.ts$/
  const featureOf = (file: string) =>
    /^server\/src\/(?:features\/([^/]+)|(api-v1))\//.exec(file)?.slice(1).join('')
  const imports = new Map<string, Set<string>>()
  for (const { source, dependencies } of cruise(root, ['server/src']).modules) {
    const from = featureOf(source)
    if (!from || isTest.test(source)) continue
    const used = imports.get(from) ?? new Set()
    for (const { resolved } of dependencies) {
      const to = featureOf(resolved)
      if (to && to !== from) used.add(to)
    }
    imports.set(from, used)
  }
  return imports
}

/** Leaves out what can be reached through another feature as well. */
function shortestArrows(imports: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const reaches = (from: string, to: string): boolean =>
    [...(imports.get(from) ?? [])].some((next) => next === to || reaches(next, to))
  return [...imports]
    .flatMap(([from, used]) =>
      [...used]
        .filter((to) => ![...used].some((other) => other !== to && reaches(other, to)))
        .map((to) => `${from} --> ${to}`),
    )
    .sort()
}

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
