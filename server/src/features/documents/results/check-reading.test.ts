import type { Quad } from '@exempta/contract/documents'
import { expect, test } from 'vitest'
import { withoutHidden } from './check-reading.ts'

const field = { page: 1, quad: box(0.2, 0.4, 0.5, 0.42) }

test.each<[name: string, hidden: Quad, page: number, isKept: boolean]>([
  ['apart', box(0.2, 0.5, 0.5, 0.52), 1, true],
  ['on another page', box(0.2, 0.4, 0.5, 0.42), 2, true],
  ['over its corner', box(0.49, 0.41, 0.6, 0.5), 1, false],
  ['within it', box(0.3, 0.405, 0.31, 0.415), 1, false],
  ['around it', box(0, 0, 1, 1), 1, false],
  ['aslant below it', aslant(0.425), 1, true],
  ['aslant through it', aslant(0.41), 1, false],
  [
    'as thin as a line through it',
    [
      [0.3, 0.3],
      [0.3, 0.3],
      [0.3, 0.5],
      [0.3, 0.5],
    ],
    1,
    false,
  ],
])('a value stays unless something hidden has a place in common with it: %s', (_, quad, page, isKept) => {
  expect(withoutHidden([field], [{ page, quad }])).toEqual(isKept ? [field] : [])
})

function box(left: number, top: number, right: number, bottom: number): Quad {
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ]
}

/** Begins higher than the value, beside it, and is at this height where the value begins. */
function aslant(at: number): Quad {
  return [
    [0.05, at - 0.03],
    [0.5, at + 0.06],
    [0.5, at + 0.08],
    [0.05, at - 0.01],
  ]
}
