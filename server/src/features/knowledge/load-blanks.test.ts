import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { runScript } from '../../../test/run-script.ts'
import { systemActor } from '../../platform/db/actor.ts'
import { openDatabase } from '../../platform/db/open-database.ts'
import { listBlanks } from './queries.ts'

const blank = fileURLToPath(new URL('../../demo/files/blank-st-120.pdf', import.meta.url))

let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'exempta-blanks-'))
  database = await createTestDatabase()
  // The embedded database serves one process at a time.
  await database.close()
})
afterAll(async () => {
  await database.dispose()
  await rm(folder, { recursive: true })
})

const load = (args: string[], settings: Record<string, string> = {}) => {
  const { url, dataDir } = database.location
  return runScript('load-forms', args, { DATA_DIR: dataDir, ...(url && { DATABASE_URL: url }), ...settings })
}

describe('npm run forms:load', () => {
  it('loads a folder, with one line for each file and one for the states', async () => {
    await copyFile(blank, path.join(folder, 'a.pdf'))
    await copyFile(blank, path.join(folder, 'b.pdf'))
    await writeFile(path.join(folder, 'broken.pdf'), '%PDF-1.7\nnothing that anyone can open')
    await mkdir(path.join(folder, 'folder.pdf'))
    await writeFile(path.join(folder, 'index.csv'), 'file,state')
    await writeFile(path.join(folder, 'words.pdf'), 'These are words.')
    const { code, output } = await load([folder])
    const [lines = '', states = ''] = output.split('\n\n')
    expect(lines.split('\n')).toEqual([
      'a.pdf: loaded as ST-120, Resale Certificate (NY).',
      'b.pdf: not loaded. It’s ST-120, and so is a.pdf. Leave only one of them in the folder.',
      expect.stringMatching(/^broken\.pdf: not loaded\. ./),
      'folder.pdf: not loaded. It isn’t a file.',
      'index.csv: left out, because it isn’t named .pdf.',
      'words.pdf: not loaded. It isn’t a PDF.',
    ])
    expect(states).toContain('Loaded 1 blank.\nReady (1): NY\n')
    expect(states).toContain('\n  TX: 01-339')
    expect(code, output).toBe(2)

    const again = await openDatabase(database.location)
    const rows = await again.transact(systemActor, listBlanks, { readOnly: true })
    await again.close()
    expect(rows).toMatchObject([{ code: 'ny-st-120', unread: [], uploaded_by: null }])
  })

  it.each([
    ['no folder', [], {}, /^Usage: npm run forms:load -- FOLDER\n$/],
    ['a folder that isn’t there', ['/no/such'], {}, /^There’s no folder \/no\/such\.\n$/],
    [
      'no database',
      [path.dirname(blank)],
      { DATA_DIR: '/no/such', DATABASE_URL: '' },
      /^There’s no database in \/no\/such\./,
    ],
  ])('explains %s in one line', async (_name, args, settings, message) => {
    const { code, output } = await load(args, settings)
    expect(output).toMatch(message)
    expect(code).toBe(1)
  })
})
