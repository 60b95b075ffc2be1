import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { demoPassword, demoPeople } from '../../server/src/demo/people.ts'
import { configTable } from '../development/config-table.ts'

const read = (name: string) => readFile(new URL(`../../${name}`, import.meta.url), 'utf8')

describe('the README', () => {
  it('lists every setting as the program knows it', async () => {
    expect(await read('README.md')).toContain(configTable())
  })

  it('names the sign-ins of the demo', async () => {
    const readme = await read('README.md')
    for (const { email } of demoPeople) expect(readme, email).toContain(email)
    expect(readme).toContain(demoPassword)
  })

  it('names only scripts that exist', async () => {
    const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> }
    const named = [...(await read('README.md')).matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(
      ([, name = '']) => name,
    )
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((name) => !scripts[name])).toEqual([])
  })
})
