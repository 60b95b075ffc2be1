/**
 * `npm run knowledge:index`: writes the lists of data files that the sources import. Run it after adding or removing a
 * file in `forms`, `states`, `fingerprints` or `editions`. A test fails when a list is stale. They're imports, not folders that are
 * read when the program starts, because the web app's build needs to know them.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../../knowledge')

export const indexedFolders = ['forms', 'states', 'fingerprints', 'editions'] as const

export const indexFile = (folder: string) => path.join(root, 'src', 'generated', `${folder}.ts`)

export function writeIndexes(): void {
  for (const folder of indexedFolders) writeFileSync(indexFile(folder), indexOf(folder))
}

export function indexOf(folder: string): string {
  const names = readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.json'))
    .map((name) => path.basename(name, '.json'))
    .sort()
  const imports = names.map(
    (name, i) => `import file${i} from '../../${folder}/${name}.json' with { type: 'json' }`,
  )
  const entries = names.map((name, i) => `  '${name}': file${i},`)
  return [
    '// Written by `npm run knowledge:index`. Do not edit.',
    ...imports,
    '',
    'export const files: Readonly<Record<string, unknown>> = {',
    ...entries,
    '}',
    '',
  ].join('\n')
}

if (import.meta.main) writeIndexes()
