import { describe, expect, test } from 'vitest'
import { addMonths, dayIn, dayInWords, daysBetween } from '../src/dates.ts'
import { checkEin, checkNumber } from '../src/numbers.ts'
import { findRules } from '../src/questions.ts'
import { rules } from '../src/rules.ts'
import { states } from '../src/states.ts'

describe('numbers', () => {
  const formats = rules.filter((rule) => rule.about === 'number')

  test.each(formats.map((rule) => [rule.id, rule] as const))(
    '%s takes its example and refuses others',
    (_id, rule) => {
      expect(checkNumber(rule, rule.example)).toBe('fits')
      expect(checkNumber(rule, ` ${rule.example.toLowerCase()} `)).toBe('fits')
      for (const wrong of ['7', 'none', '12-34', 'DROP TABLE', `${rule.example.replace(/\d/g, '')}x`])
        expect(checkNumber(rule, wrong), wrong).toBe('differs')
    },
  )

  test.each([
    ['48-1234567', 'fits'],
    ['481234567', 'fits'],
    ['07-1234567', 'unusual'],
    ['4-81234567', 'differs'],
    ['', 'differs'],
  ])('the employer number %s %s', (number, expected) => {
    expect(checkEin(number)).toBe(expected)
  })

  test('rules can be looked up by state and by form', () => {
    expect(findRules('number', { state: 'TX', form: 'tx-01-339' }).map(({ id }) => id)).toEqual(['tx/number'])
    expect(findRules('lasts', { state: 'OH', form: 'sst-f0003' }).map(({ id }) => id)).toEqual([
      'sst-f0003/lasts',
      'oh/lasts',
    ])
  })
})

describe('dates', () => {
  test.each([
    ['2024-02-29', 12, '2025-02-28'],
    ['2024-02-29', 48, '2028-02-29'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-12-31', 12, '2027-12-31'],
    ['2026-11-30', 3, '2027-02-28'],
    ['2026-10-15', 0, '2026-10-15'],
  ])('%s and %i months is %s', (day, months, expected) => {
    expect(addMonths(day, months)).toBe(expected)
  })

  test('days are counted across leap days and summer time', () => {
    expect(daysBetween('2024-02-28', '2024-03-01')).toBe(2)
    expect(daysBetween('2026-03-01', '2026-04-01')).toBe(31)
    expect(dayInWords('2026-12-31')).toBe('Dec 31, 2026')
  })

  test.each([
    ['NY', '2027-01-01T04:59:59Z', '2026-12-31'],
    ['NY', '2027-01-01T05:00:00Z', '2027-01-01'],
    ['HI', '2027-01-01T09:59:59Z', '2026-12-31'],
    ['GU', '2026-12-31T14:00:00Z', '2027-01-01'],
    ['AZ', '2026-07-01T06:59:59Z', '2026-06-30'],
  ])('in %s, %s is on %s', (code, moment, expected) => {
    expect(dayIn(states.get(code)?.timeZone ?? '', new Date(moment))).toBe(expected)
  })

  test('every place where goods change hands has a time zone', () => {
    const without = [...states.values()].filter(({ kind, timeZone }) => kind !== 'military' && !timeZone)
    expect(without.map(({ code }) => code)).toEqual([])
  })
})
