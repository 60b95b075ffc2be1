import { expect, test } from 'vitest'
import { expiryWords } from './expiry.ts'

test.each([
  ['2026-10-27', 'expires on Oct 28, 2026'],
  ['2026-10-28', 'expires today, Oct 28, 2026'],
  ['2026-10-29', 'expired on Oct 28, 2026'],
  ['2027-01-01', 'expired on Oct 28, 2026'],
])('a certificate with the end date Oct 28, 2026, read on %s, %s', (today, words) => {
  expect(expiryWords('2026-10-28', today, 'Oct 28, 2026')).toBe(words)
})

test('several certificates expire', () => {
  expect(expiryWords('2026-10-28', '2026-10-28', 'Oct 28, 2026', 2)).toBe('expire today, Oct 28, 2026')
})
