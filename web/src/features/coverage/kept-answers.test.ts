import type { CoverageAnswer } from '@exempta/contract/coverage'
import { limits } from '@exempta/contract/limits'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { keepAnswer, listKept } from './kept-answers.ts'

const store = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => store.set(key, value),
  removeItem: (key: string) => store.delete(key),
})
beforeEach(() => store.clear())

const start = Date.parse('2026-05-04T10:12:00Z')
const answer = (id: string, at = start, state = 'NY'): CoverageAnswer => ({
  customer: { id, name: `Customer ${id}` },
  state,
  on: '2026-05-04',
  verdict: 'covered',
  reasons: [],
  notes: [],
  expiresOn: '2027-01-01',
  receivedId: id,
  answeredAt: new Date(at).toISOString(),
})

describe('kept answers', () => {
  it('hold the newest answer of a customer in a state, and nothing else of the document', () => {
    keepAnswer('business', answer('a'), start)
    keepAnswer('business', { ...answer('a', start + 1000), verdict: 'not-covered' }, start + 1000)
    keepAnswer('business', answer('a', start, 'TX'), start + 1000)
    expect(listKept(start + 1000)).toEqual([
      {
        id: 'a',
        name: 'Customer a',
        state: 'TX',
        verdict: 'covered',
        answeredAt: '2026-05-04T10:12:00.000Z',
        reason: null,
      },
      {
        id: 'a',
        name: 'Customer a',
        state: 'NY',
        verdict: 'not-covered',
        answeredAt: '2026-05-04T10:12:01.000Z',
        reason: null,
      },
    ])
  })

  it('are at most 200, and at most 12 hours old', () => {
    for (let i = 0; i < 205; i++) keepAnswer('business', answer(`c${i}`, start + i), start + i)
    expect(listKept(start + 1000)).toHaveLength(limits.offlineCustomers)
    expect(listKept(start + 1000)[0]?.id).toBe('c204')
    expect(listKept(start + limits.offlineMs + 204)).toEqual([])
    expect(listKept(start + limits.offlineMs + 203)).toHaveLength(1)
  })

  it('are never of another business', () => {
    keepAnswer('business', answer('a'), start)
    keepAnswer('rival', answer('b'), start)
    expect(listKept(start).map(({ id }) => id)).toEqual(['b'])
  })

  it('survive something else under their name', () => {
    store.set('exempta.kept.counter-answers', '{')
    expect(listKept(start)).toEqual([])
    keepAnswer('business', answer('a'), start)
    expect(listKept(start)).toHaveLength(1)
  })
})
