import { dayMs } from '@exempta/contract/durations'
import { describe, expect, it } from 'vitest'
import { bytesInWords, msUntilNextChange, relativeTime, timeInWords } from './format.ts'

it.each([
  [0, '0 bytes'],
  [1023, '1,023 bytes'],
  [1024, '1 KB'],
  [1.5 * 1024 ** 3, '1.5 GB'],
  [5000 * 1024 ** 4, '5,000 TB'],
])('%d bytes are %s', (bytes, words) => expect(bytesInWords(bytes)).toBe(words))

it.each([
  [999, 'less than a second'],
  [1000, '1 second'],
  [119_999, '1 minute'],
  [3 * 3600_000, '3 hours'],
  [49 * 3600_000, '2 days'],
])('%d ms are %s', (ms, words) => expect(timeInWords(ms)).toBe(words))

const now = new Date('2026-03-10T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

describe('relativeTime', () => {
  it.each([
    [ago(20_000), 'just now'],
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
