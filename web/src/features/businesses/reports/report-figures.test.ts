import { expect, it } from 'vitest'
import { hoursWords } from './report-figures.tsx'

it.each([
  [null, '–'],
  [0, '1 minute'],
  [0.5, '30 minutes'],
  [1, '1 hour'],
  [26.26, '26.3 hours'],
  [72, '3 days'],
])('%o hours read %s', (hours, words) => {
  expect(hoursWords(hours)).toBe(words)
})
