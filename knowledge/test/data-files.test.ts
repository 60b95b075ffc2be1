import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { indexedFolders, indexFile, indexOf } from '../../scripts/development/knowledge-index.ts'
import { forms } from '../src/forms.ts'
import { readFile } from '../src/read-file.ts'
import { knowledgeVersion, mistakesBetween, rules } from '../src/rules.ts'
import { FormFile, type State, StateFile, type Zone } from '../src/schema.ts'
import { states } from '../src/states.ts'
import ny from '../states/ny.json' with { type: 'json' }

const namesIn = (folder: string) =>
  readdirSync(new URL(`../${folder}`, import.meta.url)).map((name) => name.replace('.json', ''))

/** How much of the smaller zone is also in the other one. */
function sharedPart(one: Zone, other: Zone): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  if (width <= 0 || height <= 0) return 0
  return (width * height) / Math.min(one.width * one.height, other.width * other.height)
}

describe('data files', () => {
  test('the lists of data files are up to date: `npm run knowledge:index` writes them', () => {
    const stale = indexedFolders.filter(
      (folder) => readFileSync(indexFile(folder), 'utf8') !== indexOf(folder),
    )
    expect(stale).toEqual([])
  })

  test('every file is read, and is named after its code', () => {
    expect([...states.keys()].map((code) => code.toLowerCase()).sort()).toEqual(namesIn('states').sort())
    expect([...forms.keys()].sort()).toEqual(namesIn('forms').sort())
  })

  test('every rule has a source, and a quote where it can decide by itself', () => {
    expect(rules.filter(({ source }) => !source.title).map(({ id }) => id)).toEqual([])
    const sure = rules.filter(({ confidence }) => confidence === 'high')
    expect(sure.filter(({ source }) => !source.quote).map(({ id }) => id)).toEqual([])
    expect(sure.length).toBeGreaterThan(100)
  })

  test('the version is a hash', () => {
    expect(knowledgeVersion).toMatch(/^[0-9a-f]{16}$/)
  })

  const withFirstRule = (change: object) => ({
    ...ny,
    rules: [{ ...ny.rules[0], ...change }, ...ny.rules.slice(1)],
  })
  const source = ny.rules[0]?.source
  test.each([
    ['rules.0.kind', withFirstRule({ kind: 'forever' })],
    ['rules.0.confidence', withFirstRule({ confidence: 'sure' })],
    ['rules.0.source.seenOn', withFirstRule({ source: { ...source, seenOn: '2026-02-30' } })],
    ['rules.0.source.quote', withFirstRule({ source: { ...source, quote: 'x'.repeat(201) } })],
    ['rules.0.source.quote', withFirstRule({ source: { ...source, quote: undefined } })],
    ['rules.0.source.seenAs', withFirstRule({ source: { ...source, seenAs: 'secondary' } })],
    ['rules.0.until', withFirstRule({ from: '2026-01-02', until: '2026-01-01' })],
    ['rules.0', withFirstRule({ mood: 'good' })],
    ['code', { ...ny, code: 'New York' }],
  ])('a mistake in %s names the file and the field', (field, file) => {
    expect(() => readFile('states/ny.json', StateFile, file)).toThrow(
      new RegExp(`^knowledge/states/ny\\.json: .*${field.replaceAll('.', '\\.')}`),
    )
  })

  test('a zone outside the page is a mistake', () => {
    const form = forms.get('ny-st-120')
    const zones = [{ field: 'purchaser', page: 1, x: 1.2, y: 0.1, width: 0.1, height: 0.1 }]
    expect(() => readFile('forms/ny-st-120.json', FormFile, { ...form, zones })).toThrow(
      /^knowledge\/forms\/ny-st-120\.json: zones\.0\.x: /,
    )
  })

  test.each([...forms.values()].filter(({ zones }) => zones.length > 1))(
    'the zones of $code are on the page and apart, so that no value is read twice',
    ({ zones }) => {
      const nameOf = ({ field, value }: Zone) => (value ? `${field} ${value}` : field)
      const outside = zones.filter(({ x, y, width, height }) => x + width > 1 || y + height > 1)
      expect(outside.map(nameOf)).toEqual([])
      const overlapping = zones.flatMap((one, at) =>
        zones
          .slice(at + 1)
          .filter((other) => other.page === one.page && sharedPart(one, other) > 0.1)
          .map((other) => `${nameOf(one)} and ${nameOf(other)}`),
      )
      expect(overlapping).toEqual([])
    },
  )

  test('files that do not fit together name the file and the field', () => {
    const state = states.get('NY') as State
    const [first, second] = state.rules
    const broken = (rule: object) =>
      mistakesBetween(
        new Map([...states, ['NY', { ...state, rules: [{ ...first, ...rule }, second] } as State]]),
        forms,
      )
    expect(broken({ forms: ['ny-st-999'] })).toEqual([
      'knowledge/states/ny.json: rules.0.forms: there is no form ny-st-999',
    ])
    expect(broken({ id: 'nj/extra' })).toEqual(['knowledge/states/ny.json: rules.0.id: must begin with ny/'])
    expect(broken({ id: second?.id })).toEqual([
      'knowledge/states/ny.json: rules.1.id: ny/accepts-mtc is there twice',
    ])
  })
})
