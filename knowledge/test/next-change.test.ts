import { expect, it } from 'vitest'
import { coverage } from '../src/coverage.ts'
import { nextDay, startOfDay } from '../src/dates.ts'
import { nextChange } from '../src/next-change.ts'
import { coverageCases } from './case-files.ts'

const daysLooked = 500

it.each(
  coverageCases.map((one, at) => [`${at + 1}: ${one.facts.state} ${one.facts.form}`, one.facts] as const),
)('until the next change nothing changes, case %s', (_, facts) => {
  const verdictOn = (on: string) => coverage({ ...facts, on }).verdict
  let day = facts.on
  for (let looked = 0; looked < daysLooked; ) {
    const change = nextChange({ ...facts, on: day })
    expect(change > day).toBe(true)
    const verdict = verdictOn(day)
    for (; day < change && looked < daysLooked; day = nextDay(day), looked++) {
      expect([day, verdictOn(day)]).toEqual([day, verdict])
    }
  }
})

it.each([
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['America/New_York', '2026-07-01', '2026-07-01T04:00:00.000Z'],
  ['Pacific/Honolulu', '2026-01-01', '2026-01-01T10:00:00.000Z'],
  ['Pacific/Guam', '2026-01-01', '2025-12-31T14:00:00.000Z'],
  ['Pacific/Pago_Pago', '2026-01-01', '2026-01-01T11:00:00.000Z'],
])('a day begins in %s on %s at %s', (zone, day, start) => {
  expect(startOfDay(zone, day).toISOString()).toBe(start)
})
