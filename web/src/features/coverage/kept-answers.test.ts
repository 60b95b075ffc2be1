import type { Session } from '@exempta/contract/accounts'
import type { CoverageAnswer } from '@exempta/contract/coverage'
import { coverageLimits } from '@exempta/contract/coverage/limits'
import { minuteMs } from '@exempta/contract/durations'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { setSessionState } from '../../lib/session-store.ts'
import { keepAnswer, listKept } from './kept-answers.ts'

/** As a browser's: what is stored are its own properties, and its functions aren't. */
class FakeStorage {
  [key: string]: unknown
  getItem(key: string) {
    return Object.hasOwn(this, key) ? this[key] : null
  }
  setItem(key: string, value: string) {
    this[key] = value
  }
  removeItem(key: string) {
    delete this[key]
  }
}

const start = Date.parse('2026-05-04T10:12:00Z')
const answer = (id: string, at = start, state = 'NY'): CoverageAnswer => ({
  customer: { id, name: `Customer ${id}` },
  state,
  on: '2026-05-04',
  kind: 'goods',
  verdict: 'covered',
  reasons: [],
  part: null,
  local: [],
  notes: [],
  accepted: null,
  canAccept: false,
  asksWhoPays: false,
  expiresOn: '2027-01-01',
  receivedId: id,
  answeredAt: new Date(at).toISOString(),
})

const sessionMs = 30 * minuteMs
const logIn = (id = 'tom', at = start) => {
  const session = { person: { id }, asOf: iso(at), expiresAt: iso(at + sessionMs) } as Session
  setSessionState({ status: 'signed-in', session, receivedAt: at })
}
const iso = (at: number) => new Date(at).toISOString()
const isStored = () => Object.keys(localStorage).some((key) => key.startsWith('exempta.kept.'))

beforeEach(() => {
  vi.stubGlobal('localStorage', new FakeStorage())
  setSessionState({ status: 'unknown' })
  logIn()
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
        kind: 'goods',
        verdict: 'covered',
        answeredAt: '2026-05-04T10:12:00.000Z',
        reason: null,
      },
      {
        id: 'a',
        name: 'Customer a',
        state: 'NY',
        kind: 'goods',
        verdict: 'not-covered',
        answeredAt: '2026-05-04T10:12:01.000Z',
        reason: null,
      },
    ])
  })

  it('are at most 200, and at most 12 hours old', () => {
    for (let i = 0; i < 205; i++) keepAnswer('business', answer(`c${i}`, start + i), start + i)
    expect(listKept(start + 1000)).toHaveLength(coverageLimits.offlineCustomers)
    expect(listKept(start + 1000)[0]?.id).toBe('c204')
    logIn('tom', start + coverageLimits.offlineMs)
    expect(listKept(start + coverageLimits.offlineMs + 204)).toEqual([])
    expect(listKept(start + coverageLimits.offlineMs + 203)).toHaveLength(1)
  })

  it('are never of another business', () => {
    keepAnswer('business', answer('a'), start)
    keepAnswer('rival', answer('b'), start)
    expect(listKept(start).map(({ id }) => id)).toEqual(['b'])
  })

  it('survive something else under their name', () => {
    localStorage.setItem('exempta.kept.counter-answers', '{')
    expect(listKept(start)).toEqual([])
    keepAnswer('business', answer('a'), start)
    expect(listKept(start)).toHaveLength(1)
  })

  const ends: [string, () => void][] = [
    ['the person logs out', () => setSessionState({ status: 'guest', since: 'signed-out' })],
    ['the session ends by itself or elsewhere', () => setSessionState({ status: 'guest', since: 'ended' })],
    ['a page opens and no one is logged in', () => setSessionState({ status: 'guest' })],
    ['a colleague logs in', () => logIn('dana')],
    ['the session expires and the server cannot be asked', () => listKept(start + sessionMs)],
  ]
  it.each(ends)('are gone when %s', (_name, end) => {
    keepAnswer('business', answer('a'), start)
    setSessionState({ status: 'failed', message: 'Offline' })
    expect(listKept(start)).toHaveLength(1)
    end()
    expect(listKept(start)).toEqual([])
    expect(isStored()).toBe(false)
  })

  it('stay while the session is renewed', () => {
    keepAnswer('business', answer('a'), start)
    logIn('tom', start + minuteMs)
    expect(listKept(start + sessionMs)).toHaveLength(1)
  })

  it('are not added by an answer that comes after the end', () => {
    setSessionState({ status: 'guest', since: 'ended' })
    keepAnswer('business', answer('a'), start)
    expect(isStored()).toBe(false)
  })
})
