import { existsSync } from 'node:fs'
import { glob, readdir, readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { version } from '../../contract/src/version.ts'
import { settings } from '../../server/src/config.ts'
import { demoPassword, demoPeople } from '../../server/src/demo/people.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const decisionFiles = (await readdir(resolve(root, 'docs/decisions'))).sort()
const pages = (await readdir(resolve(root, 'docs'))).filter((file) => file.endsWith('.md')).sort()
const names = [
  ...['README.md', 'CONTRIBUTING.md', 'ROADMAP.md', 'SECURITY.md'],
  ...pages.map((file) => `docs/${file}`),
  ...decisionFiles.map((file) => `docs/decisions/${file}`),
]
const documents = await Promise.all(
  names.map(async (name) => ({ name, text: await readFile(resolve(root, name), 'utf8') })),
)

const ignoredFolders = /^(?:\.git|node_modules|build|data|test-results|\.cache|\.react-router)$/
const isOutside = (path: string) => path.split('/').some((part) => ignoredFolders.test(part))

test('every document links to files that exist, and names scripts that exist', async () => {
  const { scripts } = JSON.parse(await readFile(resolve(root, 'package.json'), 'utf8'))
  const missing = documents.flatMap(({ name, text }) => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, link = '']) => link)
    const named = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, script = '']) => script)
    return [
      ...links.filter((link) => !existsSync(resolve(root, dirname(name), link))),
      ...named.filter((script) => !(script in scripts)),
    ].map((each) => `${name}: ${each}`)
  })
  expect(missing).toEqual([])
})

test('every document names only files of code that exist', async () => {
  const isPlaceholder = (file: string) => /\b(?:NAME|NNNN|CODE|XX)\b|^[SW]\//.test(file)
  const known: string[] = []
  const folders = '{.ci,bench,contract,docs,e2e,knowledge,redaction,scripts,server,web}/**/*.{sql,ts,tsx}'
  for await (const file of glob([folders, '*.ts'], { cwd: root, exclude: isOutside })) known.push(`/${file}`)
  expect(known.length).toBeGreaterThan(1000)
  const missing = documents.flatMap(({ name, text }) =>
    [...text.matchAll(/`([\w./-]+\.(?:sql|ts|tsx))`/g)]
      .map(([, file = '']) => file)
      .filter((file) => !isPlaceholder(file) && !known.some((one) => one.endsWith(`/${file}`)))
      .map((file) => `${name}: ${file}`),
  )
  expect(missing).toEqual([])
})

test('every package, the lock file, the changelog and the image name the version that the product shows', async () => {
  const read = (name: string) => readFile(resolve(root, name), 'utf8')
  const { workspaces, version: own } = JSON.parse(await read('package.json'))
  const lock = JSON.parse(await read('package-lock.json'))
  const found = [['package.json', own]]
  for (const folder of workspaces as string[]) {
    found.push([folder, JSON.parse(await read(`${folder}/package.json`)).version])
    found.push([`${folder} in the lock file`, lock.packages[folder].version])
  }
  const newest = /^## \[([\d.]+)\]/m.exec(await read('CHANGELOG.md'))?.[1]
  const image = /image: exempta:([\d.]+)/.exec(await read('docker/program.yaml'))?.[1]
  found.push(['package-lock.json', lock.version], ['CHANGELOG.md', newest], ['docker/program.yaml', image])
  expect(found.filter(([, each]) => each !== version)).toEqual([])
  expect(found).toHaveLength(2 * workspaces.length + 4)
})

test('the index of the documentation leads to every page', async () => {
  const text = documents.find(({ name }) => name === 'docs/README.md')?.text ?? ''
  const linked = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => resolve(root, 'docs', link))
  const packages = glob('*/README.md', { cwd: root, exclude: ['docs', 'node_modules'] })
  const expected = [...pages.filter((file) => file !== 'README.md').map((file) => `docs/${file}`)]
  for await (const file of packages) expected.push(file)
  expect(expected.length).toBeGreaterThan(5)
  expect(expected.filter((file) => !linked.includes(resolve(root, file)))).toEqual([])
})

/** A file of tests, then the names of those that would fail, each in backticks: file › name › name. */
const evidence = /`([\w./-]+\.(?:test|journey)\.ts)`((?: › `[^`]+`)+)/g
const namedTests = (text: string) =>
  [...text.matchAll(evidence)].flatMap(([, file = '', names = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ file, name })),
  )

describe.each([
  ['security', 100],
  ['claims', 50],
])('the page about %s', (page, atLeast) => {
  const text = documents.find(({ name }) => name === `docs/${page}.md`)?.text ?? ''
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.endsWith('| Shown by |'))

  test('names the tests behind each statement, in every row of every table', () => {
    expect(rows.length).toBeGreaterThan(atLeast)
    const withoutEvidence = rows.filter((row) => {
      const shownBy = row.split(' | ').at(-1)?.replace(/ \|$/, '') ?? ''
      return shownBy.replaceAll(evidence, '').replaceAll('<br>', '') !== ''
    })
    expect(withoutEvidence).toEqual([])
  })

  test('names only tests that exist', async () => {
    const named = namedTests(text)
    expect(named.length).toBeGreaterThan(rows.length)
    const sources = new Map<string, string>()
    for (const { file } of named) {
      if (!sources.has(file)) sources.set(file, await readFile(resolve(root, file), 'utf8').catch(() => ''))
    }
    expect(named.filter(({ file, name }) => !hasTest(sources.get(file) ?? '', name))).toEqual([])
  })

  test('states nothing outside its tables except what it leaves to its readers', () => {
    const sections = text.split(/^## /m).slice(1)
    const prose = sections
      .filter((section) => !/^(What is worth protecting|What Exempta doesn’t do)\n/.test(section))
      .map((section) => section.split('\n').filter((line) => line !== '' && !line.startsWith('|')))
    // The heading, and at most a sentence about how to read the table.
    expect(prose.filter((lines) => lines.length > 3).map(([heading]) => heading)).toEqual([])
  })

  test.each([
    ["test('opens once', () => {", 'opens once', true],
    ["it.each([1])('opens %i', () => {", 'opens %i', true],
    ["])(\n    'opens %i',\n    async", 'opens %i', true],
    [`test(\`opens \${rounds} times\`, () => {`, 'opens … times', true],
    ["it.each([\n  ['opens once', 1],\n])('%s', (_, times) => {", 'opens once', true],
    ["const rows = [\n  ['opens once', 1],\n]", 'opens once', false],
    ["test('opens once more', () => {", 'opens once', false],
    ["const words = ['opens once', 'x']", 'opens once', false],
    ["// it used to say: test('opens once', …)", 'opens once', false],
  ])('finds tests by their names alone: %s', (source, name, isThere) => {
    expect(hasTest(source, name)).toBe(isThere)
  })
})

/** Whether a test or a group of tests has this name. An ellipsis stands for what is filled in. */
function hasTest(source: string, name: string): boolean {
  const title = name
    .split('…')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", "\\\\?'"))
    .join('.+')
  const call = '^[ \\t]*(?:(?:describe|it|test)\\b|[\\])}])[^\\n]*?\\(\\s*'
  // The row of a table, where the test is named after its rows.
  const row = /['"`]%s['"`],/.test(source) ? '|^[ \\t]*\\[\\s*' : ''
  return new RegExp(`(?:${call}${row})(['"\`])${title}\\1,`, 'm').test(source)
}

test('operations.md names every figure of /metrics that is ours', async () => {
  const text = documents.find(({ name }) => name === 'docs/operations.md')?.text ?? ''
  const sources = ['metrics', 'observe-on-scrape'].map((file) =>
    readFile(resolve(root, `server/src/platform/metrics/${file}.ts`), 'utf8'),
  )
  const figures = [...(await Promise.all(sources)).join('').matchAll(/name: '(\w+)'/g)].map(
    ([, name]) => name,
  )
  expect(figures.length).toBeGreaterThan(8)
  expect(figures.filter((figure) => !text.includes(`\`${figure}`))).toEqual([])
})

const index = documents.find(({ name }) => name === 'docs/decisions/README.md')?.text ?? ''
const records = documents
  .filter(({ name }) => name.startsWith('docs/decisions/') && !name.endsWith('/README.md'))
  .map(({ name, text }) => {
    const file = name.slice('docs/decisions/'.length)
    return { file, number: file.slice(0, 4), text }
  })
const recordNumbers = new Set(records.map(({ number }) => number))

test('there are decision records, and no two share a number', () => {
  expect(records.length).toBeGreaterThan(40)
  expect(recordNumbers.size).toBe(records.length)
})

test('every decision record has a date, a status and three sections', () => {
  const isRight = ({ number, text }: (typeof records)[number]) =>
    new RegExp(
      `^# ${number} .+\\n\\n- Date: \\d{4}-\\d{2}-\\d{2}\\n- Status: (accepted|superseded by \\d{4})\\n` +
        '\\n## Context\\n[^]+\\n## Decision\\n[^]+\\n## Consequences\\n',
    ).test(text)
  expect(records.filter((record) => !isRight(record)).map(({ file }) => file)).toEqual([])
})

test('every decision record fits on one page', () => {
  const wrong = records.flatMap(({ file, text }) => {
    const lines = text.trimEnd().split('\n')
    // Long lines would make a page longer than it looks. Rows of tables cannot be wrapped.
    const long = lines.filter((line) => line.length > 140 && !line.startsWith('|'))
    return [
      ...(lines.length > 60 ? [`${file} has ${lines.length} lines`] : []),
      ...long.map((line) => `${file} has a long line: ${line}`),
    ]
  })
  expect(wrong).toEqual([])
})

test('the index of decisions lists every record with its title, date and status, in order', () => {
  const listed = index
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.replace(/ \| [^|]+ \|$/, ''))
  const expected = records.map(({ file, number, text }) => {
    const [, title, date, status] = text.match(/^# \d{4} (.+)\n\n- Date: (.+)\n- Status: (.+)\n/) ?? []
    return `| ${number} | [${title}](${file}) | ${date} | ${status}`
  })
  expect(listed).toEqual(expected)
})

/**
 * The numbers of decision records that a file refers to. In Markdown every number of that form is one; elsewhere only
 * those in comments, since code holds phone numbers and names of migrations.
 */
function referencedDecisions(file: string, text: string): string[] {
  const comment = /(?:^|\s)(?:\/\/|\/\*|\*|--|#)(?:\s|\*)(.*)/
  const prose = file.endsWith('.md')
    ? text
    : text
        .split('\n')
        .map((line) => line.match(comment)?.[1] ?? '')
        .join('\n')
  const number = /(?<![\w.,:/#-]|\d |migrations? |since )0[0-2]\d{2}(?![\w-]| \d|[.,]\d)/gi
  const path = /decisions\/(\d{4})/g
  return [...prose.matchAll(number), ...text.matchAll(path)].map(([all, inPath]) => inPath ?? all)
}

test('no file refers to a decision record that does not exist', async () => {
  const files = glob(['**/*.{md,ts,tsx,js,css,sql,py,yaml}', '**/{Dockerfile,Caddyfile}', '.ci/run'], {
    cwd: root,
    exclude: isOutside,
  })
  const missing: string[] = []
  let searched = 0
  for await (const file of files) {
    const found = referencedDecisions(file, await readFile(resolve(root, file), 'utf8'))
    searched += 1
    for (const number of found) if (!recordNumbers.has(number)) missing.push(`${file}: ${number}`)
  }
  // A search that finds no files must not pass.
  expect(searched).toBeGreaterThan(500)
  expect(missing).toEqual([])
})

test.each([
  ['a.md', 'see 0010 to 0012, and 0078.', ['0010', '0012', '0078']],
  ['a.md', 'the same (docs/decisions/0010, 0161)', ['0161', '0010']],
  ['a.ts', '/** Why this is so (0154). */', ['0154']],
  ['a.ts', "const a = 1 // as (0154, 0161) say; 'x'", ['0154', '0161']],
  ['a.sql', '-- One statement, see 0059', ['0059']],
  ['a.sql', '-- Unused since 0031.', []],
  ['a.md', 'migration 0029, call 202-555-0143 or 218 555 0142, mode 0600, share 0.0002', []],
  ['a.ts', "migrate('0001-first.sql', '0040') // a telephone: (202) 555-0143", []],
])('in %s, "%s" refers to %j', (file, text, numbers) => {
  expect(referencedDecisions(file, text)).toEqual(numbers)
})

const read = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8')

describe('the README', () => {
  test('lists every setting as the program knows it', async () => {
    const rows = Object.entries(settings).map(
      ([name, { about, fallback }]) => `| \`${name}\` | ${about} | ${fallback} |`,
    )
    const table = ['| Variable | What it is | When unset |', '|---|---|---|', ...rows].join('\n')
    expect(await read('README.md')).toContain(table)
  })

  test('names the sign-ins of the demo', async () => {
    const readme = await read('README.md')
    for (const { email } of demoPeople) expect(readme, email).toContain(email)
    expect(readme).toContain(demoPassword)
  })

  test('names only scripts that exist', async () => {
    const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> }
    const named = [...(await read('README.md')).matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(
      ([, name = '']) => name,
    )
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((name) => !scripts[name])).toEqual([])
  })
})
