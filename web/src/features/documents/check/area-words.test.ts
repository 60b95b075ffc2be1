import { expect, test } from 'vitest'
import { areaWords, checkProgress, isWholePage } from './area-words.ts'

test.each([
  ['value-not-read', 'ssn', 'We expected a Social Security number here and couldn’t read it.'],
  ['label-without-value', 'date-of-birth', 'We expected a date of birth here and didn’t find one.'],
  [
    'paper-without-secret',
    'driver-license-number',
    'Pages like this one usually show a driver’s license number, but we didn’t find one.',
  ],
] as const)('%s', (reason, expected, words) => {
  expect(areaWords({ reason, expected })).toBe(words)
})

test('counts what was decided, whatever the decision was', () => {
  const areas = [{ resolution: 'hidden' }, { resolution: 'fine' }, { resolution: null }] as const
  expect(checkProgress(areas)).toEqual({ words: '2 of 3 checked', isComplete: false })
  expect(checkProgress(areas.slice(0, 2))).toEqual({ words: '2 of 2 checked', isComplete: true })
})

test.each([
  ['the whole page', 0, 1, true],
  ['the upper half', 0, 0.5, false],
  ['the lower half', 0.5, 1, false],
])('%s', (_, top, bottom, isWhole) => {
  expect(
    isWholePage({
      quad: [
        [0, top],
        [1, top],
        [1, bottom],
        [0, bottom],
      ],
    }),
  ).toBe(isWhole)
})
