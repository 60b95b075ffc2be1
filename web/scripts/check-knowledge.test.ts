import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '../..')

/** A copy of what the build reads first; everything after that is missing here. */
let copy: string
beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'exempta-knowledge-'))
  await cp(path.join(root, 'knowledge'), path.join(copy, 'knowledge'), {
    recursive: true,
    filter: (name) => !name.includes('node_modules'),
  })
  for (const file of ['web/package.json', 'web/scripts/check-knowledge.ts'])
    await cp(path.join(root, file), path.join(copy, file))
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
})
afterAll(() => rm(copy, { recursive: true }))

const run = (command: string, args: string[], folder: string) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    execFile(command, args, { cwd: path.join(copy, folder) }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    )
  })

interface RuleData {
  id?: string
  source: { seenOn?: string }
}
interface FileData {
  rules: RuleData[]
  zones?: { x: number }[]
}

describe('a mistake in a data file stops the build and names the file and the field', () => {
  test('without a mistake the check passes and prints nothing', async () => {
    expect(await run(process.execPath, ['scripts/check-knowledge.ts'], 'web')).toEqual({
      code: 0,
      output: '',
    })
  })

  const firstRule = (file: FileData) => file.rules[0] as RuleData
  test.each<[name: string, file: string, spoil: (file: FileData) => void, message: RegExp]>([
    [
      'a missing source',
      'states/ny.json',
      (file) => Reflect.deleteProperty(firstRule(file), 'source'),
      /knowledge\/states\/ny\.json: rules\.0\.source: /,
    ],
    [
      'a day that does not exist',
      'states/tx.json',
      (file) => Object.assign(firstRule(file).source, { seenOn: '2026-02-30' }),
      /knowledge\/states\/tx\.json: rules\.0\.source\.seenOn: There is no such day\./,
    ],
    [
      'an unknown field',
      'forms/mtc-uniform.json',
      (file) => Object.assign(firstRule(file), { mood: 'good' }),
      /knowledge\/forms\/mtc-uniform\.json: rules\.0: .*mood/,
    ],
    [
      'a zone outside the page',
      'forms/ny-st-120.json',
      (file) => Object.assign(file.zones?.[0] ?? {}, { x: 1.5 }),
      /knowledge\/forms\/ny-st-120\.json: zones\.0\.x: /,
    ],
    [
      'a form that is not there',
      'states/pa.json',
      (file) => Object.assign(firstRule(file), { forms: ['pa-none'] }),
      /knowledge\/states\/pa\.json: rules\.0\.forms: there is no form pa-none/,
    ],
  ])('%s in %s', async (_name, file, spoil, message) => {
    const place = path.join(copy, 'knowledge', file)
    const intact = await readFile(place, 'utf8')
    const data = JSON.parse(intact) as FileData
    spoil(data)
    await writeFile(place, JSON.stringify(data))
    const { code, output } = await run('npm', ['run', 'build'], 'web')
    await writeFile(place, intact)
    expect(output).toMatch(message)
    expect(output).not.toContain('react-router: not found')
    expect(code).not.toBe(0)
  })

  test('a file that is not JSON', async () => {
    const place = path.join(copy, 'knowledge/states/vt.json')
    const intact = await readFile(place, 'utf8')
    await writeFile(place, intact.slice(0, -3))
    const { code, output } = await run('npm', ['run', 'build'], 'web')
    await writeFile(place, intact)
    expect(output).toContain('knowledge/states/vt.json')
    expect(code).not.toBe(0)
  })
})
