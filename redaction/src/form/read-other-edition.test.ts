import { expect, test } from 'vitest'
import type { Quad } from '../geometry/quad.ts'
import { fieldsOnOtherEdition } from './read-other-edition.ts'

const quad: Quad = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
]
const number = (state: string, value: string, position: number) => ({
  name: 'number' as const,
  state,
  value,
  position,
  confidence: 1,
  isSure: true,
  isFound: true,
  quad,
})

test('of a printed list of states, only what was written into it is a number, and nothing is sure', () => {
  const list = [number('MO', 'MO 19 18129746', 0), number('NV', 'NV 20', 1), number('WI', 'WI32', 2)]
  const fields = fieldsOnOtherEdition([...list, number('OH', '19 18129746', 3)], [], () => false)
  expect(fields.map(({ state, value, isSure }) => [state, value, isSure])).toEqual([
    ['MO', '18129746', false],
    ['OH', '19 18129746', false],
  ])
})
