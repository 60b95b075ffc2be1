import type { PublishedRule } from '@exempta/contract/knowledge'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { createPerson, signInAs } from '../../../test/people.ts'

let test: TestApp
let cookie: string
beforeAll(async () => {
  test = await startTestApp()
  cookie = await signInAs(test, await createPerson(test, 'admin'))
})
afterAll(() => test.close())

const get = (path = '', as = cookie) =>
  test.call({ method: 'GET', url: `/api/admin/rules${path}`, headers: { cookie: as } })
const list = async (query = '') =>
  (await get(query)).json<{ items: PublishedRule[]; nextCursor: string | null; knowledgeVersion: string }>()

describe('the list of rules', () => {
  it('shows each rule with its source, quote, confidence and the day it was seen', async () => {
    const { items, knowledgeVersion } = await list('?state=NY&topic=lasts')
    expect(items.find(({ id }) => id === 'ny/lasts')).toMatchObject({
      subject: 'New York',
      confidence: 'high',
      source: {
        title: 'Form ST-120 (6/18)',
        seenOn: '2026-11-16',
        quote: expect.stringContaining('Blanket'),
      },
    })
    expect(knowledgeVersion).toMatch(/^[0-9a-f]{16}$/)
  })

  it('has all of them, page by page, once each', async () => {
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(`?limit=100${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor
    }
    expect(seen.length).toBeGreaterThan(450)
    expect(new Set(seen).size).toBe(seen.length)
  })

  it.each([
    ['?search=RESELLER%20questions', 'wa/lasts'],
    ['?search=VOID%20unless', 'pa-rev-1220/complete'],
    ['?state=KS&topic=card', 'cards/ks-individual-transient-guest'],
    ['?confidence=low', 'ia/lasts-before-2025'],
    ['?topic=form&search=st-105', 'in-st-105/form'],
  ])('%s finds %s', async (query, id) => {
    expect((await list(query)).items.map((rule) => rule.id)).toContain(id)
  })

  it('counts the cells of states and claims that have a rule, and shows how sure each is', async () => {
    type Answer = { claims: string[]; known: number; sure: number; total: number } & {
      states: { code: string; cells: (string | null)[] }[]
    }
    const { claims, states, known, sure, total } = (await get('/claims')).json<Answer>()
    expect([states.length, total]).toEqual([51, 51 * claims.length])
    const cells = states.flatMap((state) => state.cells)
    expect(cells.filter((cell) => cell !== null)).toHaveLength(known)
    expect(cells.filter((cell) => cell === 'high')).toHaveLength(sure)
    expect(known).toBeGreaterThan(sure)
    const cellOf = (code: string, claim: string) =>
      states.find((state) => state.code === code)?.cells[claims.indexOf(claim)]
    expect(cellOf('NY', 'resale')).toBe('high')
    expect(cellOf('WA', 'charity')).toBe('medium')
    expect(cellOf('HI', 'tribe')).toBeNull()
  })

  it('finds nothing for what is not there', async () => {
    expect((await list('?search=zz%25')).items).toEqual([])
  })

  it('says when nobody has checked a source for a year', async () => {
    const outdatedOn = async (day: string) => {
      test.clock.advance(Date.parse(`${day}T12:00:00Z`) - test.clock.now().getTime())
      // The session before has expired.
      cookie = await signInAs(test, await createPerson(test, 'admin'))
      return (await list('?checked=outdated&limit=100')).items.map(({ id }) => id)
    }
    expect(await outdatedOn('2027-01-30')).not.toContain('cards/al-central-sales')
    expect(await outdatedOn('2027-01-31')).toContain('cards/al-central-sales')
    // What the states' laws say about cards was read later.
    const recent = (await list('?checked=recent&topic=card')).items
    expect(recent.filter(({ id }) => !id.includes('-note-'))).toEqual([])
  })

  it('is exported as CSV, with the same filters', async () => {
    const answer = await get('/csv?state=NY&topic=keep')
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = answer.body.trim().split('\r\n')
    expect(lines[0]).toContain('Not checked for a year')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('ny/keep')
  })

  it.each(['user', 'business'] as const)('is not for a %s', async (role) => {
    const other = await signInAs(test, await createPerson(test, role))
    expect((await get('', other)).statusCode).toBe(403)
    expect((await get('/csv', other)).statusCode).toBe(403)
  })

  it.each(['?state=Texas', '?topic=weather', '?cursor=x', '?confidence=sure'])(
    '%s is bad input',
    async (query) => {
      expect((await get(query)).statusCode).toBe(422)
    },
  )
})
