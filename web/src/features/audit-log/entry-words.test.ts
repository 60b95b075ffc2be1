import { describe, expect, it } from 'vitest'
import { actionWords, actorWords, detailWords, shortId, targetKindWords, timesWords } from './entry-words.ts'

const actor = { kind: 'person', id: null, role: null, name: null, email: null } as const

describe('an entry', () => {
  it('is told in words, and by its name when it comes from another version', () => {
    expect(actionWords('session.sign-in')).toBe('Signed in')
    expect(actionWords('planet.leave')).toBe('planet.leave')
    expect(targetKindWords('mail-share')).toBe('Share by mail')
    expect(targetKindWords('planet')).toBe('planet')
  })

  it('says who it was, also when nobody or nobody any more', () => {
    expect(actorWords({ ...actor, name: 'Ada' })).toBe('Ada')
    expect(actorWords(actor)).toBe('Deleted account')
    expect(actorWords({ ...actor, kind: 'system' })).toBe('Exempta itself')
    expect(actorWords({ ...actor, kind: 'key', name: 'ERP' })).toBe('ERP (API key)')
    expect(actorWords({ ...actor, kind: 'anonymous' })).toBe('Somebody not signed in')
  })

  it('says why a call was refused and how often', () => {
    expect(detailWords('code', 'wrong-password')).toEqual({
      label: 'Reason',
      value: 'The password you entered is incorrect.',
    })
    expect(detailWords('code', 'several').value).toBe('Several, too many to list')
    expect(detailWords('code', 'of-another-version').value).toBe('of-another-version')
    expect(detailWords('count', 12)).toEqual({ label: 'Times', value: '12' })
    expect(detailWords('factor', 'passkey')).toEqual({ label: 'factor', value: 'passkey' })
    const refused = { result: 'refused', details: { code: 'not-allowed', count: 12 } } as const
    expect(timesWords(refused)).toBe('12 times')
    expect(timesWords({ ...refused, details: { count: 1 } })).toBeUndefined()
    expect(timesWords({ ...refused, result: 'done' })).toBeUndefined()
  })

  it('shortens ids and nothing else', () => {
    expect(shortId('0197a1b2-4c5d-7000-8000-0000000000aa')).toBe('0197a1b2')
    expect(shortId('session.idleMinutes')).toBe('session.idleMinutes')
  })
})
