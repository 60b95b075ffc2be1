/**
 * `npm run structure [-- FOLDER]`: figures about the shape of the code, of this checkout or of another one, so that two
 * states can be compared by the same script.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../..'))
const tracked = execFileSync('git', ['ls-files'], { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 26 })
  .split('\n')
  .filter((file) => file !== '' && existsSync(path.join(folder, file)))
const textOf = (file: string) => readFileSync(path.join(folder, file), 'utf8')

const isTest = (file: string) => /\.(test|fixture|journey)\.tsx?$|(^|\/)test\//.test(file)
const isGenerated = (file: string) => /generated/.test(file)
const sources = tracked.filter(
  (file) => /^(contract|knowledge|redaction|server|web)\/.*\.tsx?$/.test(file) && !isTest(file),
)
const texts = new Map(sources.map((file) => [file, textOf(file)]))
const imports = new Map(sources.map((file) => [file, importsOf(file, texts.get(file) ?? '')]))
const importers = new Map(sources.map((file): [string, Set<string>] => [file, new Set()]))
// What benches, scripts and the helpers of tests import isn't made for one file alone; a test of its own doesn't count.
for (const file of tracked.filter((one) => /\.tsx?$/.test(one) && !/\.(test|journey)\.tsx?$/.test(one)))
  for (const target of imports.get(file) ?? importsOf(file, textOf(file))) importers.get(target)?.add(file)

/** Files that every room has under the same name, so that a newcomer finds them, however short they are. */
const everyRoom =
  /\/(index|limits|manifest|feature|routes|jobs|queries|emails)\.ts$|^web\/src\/(app|features\/\w+)\/pages\/|\.d\.ts$/
const isOfEveryRoom = (file: string) => everyRoom.test(file)
const linesOf = (file: string) => (texts.get(file) ?? '').trimEnd().split('\n').length
const onlyImporterOf = (file: string) => [...(importers.get(file) ?? [])][0] ?? ''
const isOnDemand = (file: string) =>
  textOf(onlyImporterOf(file))
    .replaceAll(/\s/g, '')
    .includes(`import('${specifierOf(file)}')`)
const hasTest = (file: string) =>
  tracked.some((one) => one.startsWith(file.replace(/\.tsx?$/, '.')) && isTest(one))

const imported = sources.filter((file) => importers.get(file)?.size && !isGenerated(file))
const withOneImporter = imported.filter((file) => importers.get(file)?.size === 1)
const ofOneFileAlone = withOneImporter.filter((file) => !isOfEveryRoom(file) && !isOnDemand(file))
const wouldFit = ofOneFileAlone.filter(
  (file) => linesOf(file) <= 75 && linesOf(file) + linesOf(onlyImporterOf(file)) <= 250 && !hasTest(file),
)
const short = sources.filter((file) => !isGenerated(file) && linesOf(file) < 20)
const shortOfOneFile = short.filter((file) => wouldFit.includes(file))
const serverTexts = sources.filter((file) => /^server\/src\//.test(file)).map((file) => texts.get(file) ?? '')
const sql = tracked.filter((file) => /^server\/(migrations|schema)\/.*\.sql$/.test(file)).map(textOf)
const views = sql.flatMap((text) =>
  [...text.matchAll(/create (?:or replace )?view (\w+)/g)].map(([, name = '']) => name),
)

const figures = {
  'source files, without tests': sources.length,
  'lines in them': sources.reduce((sum, file) => sum + (texts.get(file) ?? '').split('\n').length, 0),
  'server features': featureNames().length,
  'server features in a cycle': featuresInCycles().length,
  'files with one importer, in percent of those with any': Math.round(
    (100 * withOneImporter.length) / imported.length,
  ),
  '… without what every room has and what is loaded on demand': Math.round(
    (100 * ofOneFileAlone.length) / imported.length,
  ),
  '… that are small, have no test of their own and would fit into it': wouldFit.length,
  'files under 20 lines': short.length,
  '… without what every room has': short.filter((file) => !isOfEveryRoom(file)).length,
  '… of these, with one importer that they would fit into': shortOfOneFile.length,
  'hand-written row types on SQL (sql<Row>)': serverTexts.flatMap(handWrittenRows).length,
  'most copies of one view': Math.max(...views.map((name) => views.filter((one) => one === name).length)),
  migrations: tracked.filter((file) => /^server\/migrations\/.*\.sql$/.test(file)).length,
  'decision records': tracked.filter((file) => /^docs\/decisions\/\d{4}/.test(file)).length,
  'files in bench and scripts': tracked.filter((file) => /^(bench|scripts)\//.test(file)).length,
}
const width = Math.max(...Object.keys(figures).map((name) => name.length))
for (const [name, figure] of Object.entries(figures)) console.log(`${name.padEnd(width)}  ${figure}`)

/**
 * Types of several columns that someone wrote beside a statement in SQL, where nothing checks that they are true. One value
 * is as narrow as it gets (`sql<number>`, `sql<{ count: number }>`, a JSON value within a query of the builder), and what is
 * taken from the generated tables (`Row<'users'>`) or has no fixed columns isn't written by hand.
 */
function handWrittenRows(text: string): string[] {
  const types = [...text.matchAll(/\bsql<\s*([^`]*?)\s*>`/g)].map(([, type = '']) => type)
  const isValue = (type: string) => /^(string|number|boolean|Date|Buffer)\b|\]$|^\{[^:]*:[^:;]*\}$/.test(type)
  return types.filter((type) => !isValue(type) && !/^Record<|\bRow</.test(type) && !isDerived(type, text))
}

/** A name that the same file takes from a generated row. */
function isDerived(type: string, text: string): boolean {
  const meaning = new RegExp(`type ${type} =(.*?)\\n\\n`, 's').exec(text)?.[1] ?? ''
  return /\bRow<|^ Record</.test(meaning)
}

/** The files of ours that a file imports, as values or as types. */
function importsOf(file: string, text: string): Set<string> {
  const specifiers = [...text.matchAll(/(?:from|import|import\()\s*'([^']+)'/g)].map(([, name = '']) => name)
  const found = specifiers.flatMap((name) => {
    const own = /^@exempta\/(\w+)(?:\/(.+))?$/.exec(name)
    if (own) return [`${own[1]}/src/${own[2] ?? 'index'}.ts`, `${own[1]}/src/${own[2]}/index.ts`]
    return name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : []
  })
  return new Set(found.filter((target) => target !== file && sources.includes(target)))
}

/** How its only importer names a file of the same workspace. */
function specifierOf(file: string): string {
  const name = path.posix.relative(path.posix.dirname(onlyImporterOf(file)), file)
  return name.startsWith('.') ? name : `./${name}`
}

function featureOf(file: string): string | undefined {
  return /^server\/src\/features\/([^/]+)\//.exec(file)?.[1]
}

function featureNames(): string[] {
  return [...new Set(sources.flatMap((file) => featureOf(file) ?? []))]
}

function featuresInCycles(): string[] {
  const edges = new Map(featureNames().map((name) => [name, new Set<string>()]))
  for (const [file, targets] of imports)
    for (const target of targets) {
      const [from, to] = [featureOf(file), featureOf(target)]
      if (from && to && from !== to) edges.get(from)?.add(to)
    }
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(edges.get(from) ?? [])].some((next) => {
      if (next === to) return true
      if (seen.has(next)) return false
      seen.add(next)
      return reaches(next, to, seen)
    })
  return featureNames().filter((name) => reaches(name, name))
}
