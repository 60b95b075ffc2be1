import { expect, it } from 'vitest'
import { coverage } from '../src/coverage.ts'
import { nextDay, startOfDay } from '../src/dates.ts'
import type { Facts } from '../src/facts.ts'
import { nextChange } from '../src/next-change.ts'
import { coverageCases } from './case-files.ts'

const daysLooked = 500

/** The first day on which the verdict is another, or the next change isn't later. */
function wrongDay(facts: Facts): string | undefined {
  const verdictOn = (on: string) => coverage({ ...facts, on }).verdict
  let day = facts.on
  for (let looked = 0; looked < daysLooked; ) {
    const change = nextChange({ ...facts, on: day })
    if (change <= day) return day
    const verdict = verdictOn(day)
    for (; day < change && looked < daysLooked; day = nextDay(day), looked++) {
      if (verdictOn(day) !== verdict) return day
    }
  }
}

it('until the next change the verdict of no case changes', () => {
  const wrong = coverageCases.flatMap(({ name, facts }) => {
    const day = wrongDay(facts)
    return day ? [`${name}: ${day}`] : []
  })
  expect(wrong).toEqual([])
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
