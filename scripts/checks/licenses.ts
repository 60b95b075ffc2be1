/**
 * `npm run licenses`: writes docs/dependencies.md, every package with its license, from the lock file. A test fails when
 * the file is stale or a license isn't permitted.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../run-command.ts'

export const dependenciesFile = path.join(root, 'docs', 'dependencies.md')

interface LockedPackage {
  version?: string
  license?: string
  dev?: boolean
  link?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}
type Lock = Record<string, LockedPackage>

export interface Dependency {
  name: string
  versions: string[]
  license: string
  /** Only for building and testing. */
  isDev: boolean
  /** The workspaces that ask for it themselves. */
  askedForBy: string[]
}

/** Licenses that let anyone use, change and pass on our product under its own one. */
const permissive = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'MPL-2.0'],
  ...['BlueOak-1.0.0', 'CC0-1.0', 'Unlicense', 'Zlib'],
])

/** Permitted for one kind of thing only: fonts, data, and a library that can be replaced. */
const permittedFor: Record<string, RegExp> = {
  'OFL-1.1': /^@fontsource(-variable)?\//,
  'CC-BY-4.0': /^caniuse-lite$/,
  'LGPL-3.0-or-later': /^@img\/sharp-/,
}

/** Old packages whose license the lock file doesn't know: it's in their own files. */
const readByHand: Record<string, string> = {
  'busboy@0.3.1': 'MIT',
  'dicer@0.3.0': 'MIT',
  'humanize-number@0.0.2': 'MIT',
  'only@0.0.2': 'MIT',
  'streamsearch@0.1.2': 'MIT',
}

export const readLock = (): Lock =>
  (JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as { packages: Lock }).packages

/** One entry for each name and license, in the order of names. */
export function listDependencies(lock: Lock): Dependency[] {
  const marker = 'node_modules/'
  const workspaces = Object.entries(lock).filter(([place]) => !place.includes(marker))
  const found = new Map<string, Dependency>()
  for (const [place, locked] of Object.entries(lock)) {
    if (!place.includes(marker) || locked.link) continue
    const name = place.slice(place.lastIndexOf(marker) + marker.length)
    const { version = '' } = locked
    const license = locked.license ?? readByHand[`${name}@${version}`] ?? 'unknown'
    const key = `${name} ${license}`
    const known = found.get(key)
    if (known) {
      known.versions = [...new Set([...known.versions, version])].sort()
      known.isDev &&= locked.dev === true
    } else {
      const askedForBy = workspaces
        .filter(([, { dependencies, devDependencies }]) => ({ ...dependencies, ...devDependencies })[name])
        .map(([workspace]) => workspace || 'the repository')
      found.set(key, { name, versions: [version], license, isDev: locked.dev === true, askedForBy })
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}

const isPermittedAlone = (license: string, name: string) =>
  permissive.has(license) || permittedFor[license]?.test(name) === true

/** Of alternatives one has to be permitted, of licenses that apply together all of them. */
export const isPermitted = ({ name, license }: Pick<Dependency, 'name' | 'license'>): boolean =>
  license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => isPermittedAlone(one, name)))

export function dependenciesPage(all: readonly Dependency[]): string {
  const production = all.filter(({ isDev }) => !isDev)
  const development = all.filter(({ isDev }) => isDev)
  return [
    '# Dependencies',
    '',
    'Every package that Exempta uses, with its license, as the lock file has it. `npm run licenses` writes this page, and a test fails when it’s',
    'stale or a license isn’t permitted ([0001](decisions/0001-one-repository.md)). `npm run advisories` asks the registry for known',
    'vulnerabilities.',
    '',
    `## In the product (${production.length})`,
    ...table(production),
    '',
    `## Only for building and testing (${development.length})`,
    ...table(development),
    '',
  ].join('\n')
}

const table = (list: readonly Dependency[]) => [
  '| Package | Version | License | Asked for by |',
  '|---|---|---|---|',
  ...list.map(
    ({ name, versions, license, askedForBy }) =>
      `| \`${name}\` | ${versions.join(', ')} | ${license} | ${askedForBy.join(', ')} |`,
  ),
]

if (import.meta.main) {
  const all = listDependencies(readLock())
  writeFileSync(dependenciesFile, dependenciesPage(all))
  const refused = all.filter((one) => !isPermitted(one))
  for (const { name, license } of refused)
    console.error(`The license of ${name} isn’t permitted: ${license}.`)
  console.log(`Wrote ${all.length} packages to docs/dependencies.md.`)
  if (refused.length > 0) process.exitCode = 1
}
