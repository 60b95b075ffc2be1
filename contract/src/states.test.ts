import { states } from '@exempta/knowledge/states'
import { expect, it } from 'vitest'
import { stateNames } from './states.ts'

it('lists the names of all states and territories with rules, in order', () => {
  const known = [...states.values()].filter(({ kind }) => kind !== 'military')
  const sorted = known.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  expect(Object.entries(stateNames)).toEqual(sorted.map(({ code, name }) => [code, name]))
})
