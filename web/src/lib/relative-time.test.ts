import { dayMs } from '@exempta/contract/durations'
import { describe, expect, it } from 'vitest'
import { msUntilNextChange, relativeTime } from './relative-time.ts'

const now = new Date('2026-03-10T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

describe('relativeTime', () => {
  it.each([
    [ago(20_000), 'now'],
    [ago(5 * 60_000), '5 minutes ago'],
    [ago(3 * 3_600_000), '3 hours ago'],
    [ago(26 * 3_600_000), 'yesterday'],
    [ago(-49 * 3_600_000), 'in 2 days'],
    [ago(5_000 - 90 * dayMs), 'in 3 months'],
    [ago(-30_000), 'now'],
    [ago(400 * dayMs), 'last year'],
  ])('says %s as %s', (then, words) => {
    expect(relativeTime(then, now, 'en')).toBe(words)
  })
})

describe('msUntilNextChange', () => {
  it('waits for the next full minute of age, then for hours', () => {
    expect(msUntilNextChange(ago(90_000), now)).toBe(30_000)
    expect(msUntilNextChange(ago(5 * 3_600_000), now)).toBe(3_600_000)
  })
})
