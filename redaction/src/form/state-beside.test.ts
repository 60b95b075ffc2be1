import { forms } from '@exempta/knowledge/forms'
import type { Form, Zone } from '@exempta/knowledge/schema'
import { expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import type { FilledZone } from './fill-zones.ts'
import { stateBeside, stateOf } from './place-form.ts'

const zone = (field: Zone['field'], x: number, y: number): Zone => ({
  field,
  page: 1,
  x,
  y,
  width: 0.1,
  height: 0.02,
})
const filled = (one: Zone, text: string): FilledZone => {
  const { glyphs, quad } = lineAt(text, 0, 0)
  return { zone: one, quad, rows: [glyphs], isDoubtful: false }
}

test('a number in a list of states has the state that is written beside it', () => {
  const [first, second] = [zone('number', 0.3, 0.5), zone('number', 0.7, 0.5)]
  const list = [
    filled(zone('number-state', 0.15, 0.5), 'NY'),
    filled(zone('number-state', 0.55, 0.5), 'oh '),
    filled(zone('number-state', 0.15, 0.6), 'PA'),
  ]
  expect(stateBeside(filled(first, '12-3456789'), list)).toBe('NY')
  expect(stateBeside(filled(second, '12-345678'), list)).toBe('OH')
  expect(stateBeside(filled(zone('number', 0.3, 0.7), '12-345678'), list)).toBeUndefined()
  expect(stateBeside(filled(first, '1'), [filled(zone('number-state', 0.15, 0.5), 'QQ')])).toBeUndefined()
})

test('the form of one state names that state, except for a list of numbers of any states', () => {
  const form = [...forms.values()].find(({ states }) => states.length === 1) as Form
  const number = zone('number', 0.3, 0.5)
  const withStates = (count: number): Form => ({
    ...form,
    zones: [number, ...Array.from({ length: count }, (_, i) => zone('number-state', 0.1, 0.5 + i / 10))],
  })
  expect(stateOf(withStates(0), number)).toBe(form.states[0])
  expect(stateOf(withStates(1), number)).toBe(form.states[0])
  expect(stateOf(withStates(2), number)).toBeUndefined()
})
