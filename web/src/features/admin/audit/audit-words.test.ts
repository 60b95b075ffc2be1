import { type AuditVerification, actionWords } from '@exempta/contract/admin/audit'
import { describe, expect, it } from 'vitest'
import {
  actorWords,
  detailWords,
  fieldWords,
  shortId,
  targetKindWords,
  timesWords,
  verificationWords,
} from './audit-words.ts'

const actor = { kind: 'person', id: null, role: null, name: null, email: null } as const

describe('an entry', () => {
  it('is described in words, or by its name if it comes from another version', () => {
    expect(actionWords('session.sign-in')).toBe('Logged in')
    expect(actionWords('session.sign-in', 'refused')).toBe('Login refused')
    expect(actionWords('planet.leave')).toBe('planet.leave')
    expect(actionWords('planet.leave', 'refused')).toBe('planet.leave')
    expect(targetKindWords('mail-share')).toBe('Email share')
    expect(targetKindWords('planet')).toBe('planet')
  })

  it('names who did it, also visitors and deleted accounts', () => {
    expect(actorWords({ ...actor, name: 'Ada' })).toBe('Ada')
    expect(actorWords(actor)).toBe('Deleted account')
    expect(actorWords({ ...actor, kind: 'system' })).toBe('Exempta')
    expect(actorWords({ ...actor, kind: 'key', name: 'ERP' })).toBe('ERP (API key)')
    expect(actorWords({ ...actor, kind: 'anonymous' })).toBe('Someone not logged in')
    const auditor = { ...actor, kind: 'anonymous', name: 'Invited auditor lee@tax.example' } as const
    expect(actorWords(auditor)).toBe('Invited auditor lee@tax.example')
  })

  it('says why a call was refused and how often', () => {
    expect(detailWords('code', 'wrong-password')).toEqual({
      label: 'Reason',
      value: 'The password you entered is incorrect.',
    })
    expect(detailWords('code', 'several').value).toBe('Several (too many to list)')
    expect(detailWords('code', 'of-another-version').value).toBe('of-another-version')
    expect(detailWords('count', 12)).toEqual({ label: 'Times', value: '12' })
    expect(detailWords('factor', 'passkey')).toEqual({ label: 'factor', value: 'passkey' })
    const refused = { result: 'refused', details: { code: 'not-allowed', count: 12 } } as const
    expect(timesWords(refused)).toBe('12 times')
    expect(timesWords({ ...refused, details: { count: 1 } })).toBeUndefined()
    expect(timesWords({ ...refused, result: 'done' })).toBeUndefined()
  })

  it.each([
    ['taxId', 'Tax id'],
    ['tax-id', 'Tax id'],
    ['name', 'Name'],
  ])('names the field %s in words', (field, words) => {
    expect(fieldWords(field)).toBe(words)
  })

  it('shortens ids to the end, where they differ, and nothing else', () => {
    expect(shortId('0197a1b2-4c5d-7000-8000-0000000000aa')).toBe('…000000aa')
    expect(shortId('0197a1b2-4c5d-7000-8000-0000000000bb')).toBe('…000000bb')
    expect(shortId('session.idleMinutes')).toBe('session.idleMinutes')
  })
})

const found: AuditVerification = {
  id: 'a',
  state: 'intact',
  requestedAt: '2026-01-01T00:00:00.000Z',
  finishedAt: null,
  checked: 1200,
  unsealed: 0,
  head: null,
  firstBad: null,
}

it.each([
  [{}, '1,200 rows intact.'],
  [{ checked: 2, unsealed: 1 }, '2 rows intact. 1 row is waiting for its seal, which comes every minute.'],
  [{ checked: 1, unsealed: 2 }, '1 row intact. 2 rows are waiting for their seal, which comes every minute.'],
  [{ state: 'waiting' }, 'Waiting to start.'],
  [{ state: 'running', checked: 20_000 }, '20,000 rows checked so far.'],
  [{ state: 'failed' }, 'The check couldn’t finish. Try again, and see the Health page.'],
  [
    { state: 'damaged', firstBad: { entryId: 'x', problem: 'the entry was changed' } },
    '1,200 rows intact, then: the entry was changed. First bad entry: x.',
  ],
  [
    { state: 'damaged', firstBad: { entryId: null, problem: 'the log ends at seal 4' } },
    '1,200 rows intact, then: the log ends at seal 4.',
  ],
] as [Partial<AuditVerification>, string][])('%j is described in words', (part, words) => {
  expect(verificationWords({ ...found, ...part })).toBe(words)
})
