import { expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
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

test('a number is of the state that its row prints, wherever the places of the blank lie', () => {
  const states = ['FL', 'GA', 'HI', 'ID', 'IL', 'ND', 'NE', 'NV', 'OH', 'Wi']
  const rows = states.flatMap((state, i) => [lineAt(state, 40, 80 + 30 * i), lineAt('12', 80, 77 + 30 * i)])
  const written = [lineAt('76-807508', 160, 80 + 30 * 8), lineAt('456-0814707327-03', 160, 80 + 30 * 9)]
  const lines = [lineAt('Uniform resale certificate', 40, 20), ...rows, ...written]
  const read = fieldsOnOtherEdition([number('ND', '76-807508', 0)], lines, () => false)
  expect(read.map(({ state, value, position }) => [state, value, position])).toEqual([
    ['OH', '76-807508', 0],
    ['WI', '456-0814707327-03', 1],
  ])
})
