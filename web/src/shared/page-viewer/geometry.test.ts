import { expect, test } from 'vitest'
import { boxAround, spotOnPage, stepZoom, type Turn, turned } from './geometry.ts'

test.each([
  ['in from fit', 1, 1, 1.25],
  ['out from fit', 1, -1, 0.75],
  ['in from between two steps', 1.1, 1, 1.25],
  ['out from between two steps', 1.1, -1, 1],
  ['in from almost a step', 1.249, 1, 1.5],
  ['in from the largest', 6, 1, 6],
  ['out from the smallest', 0.5, -1, 0.5],
  ['out from below the smallest', 0.3, -1, 0.5],
] as const)('zooms %s', (_, from, by, to) => {
  expect(stepZoom(from, by)).toBe(to)
})

test.each([
  [0, [0.1, 0.2]],
  // The upper left corner of the page is at the upper right after a turn to the right.
  [1, [0.8, 0.1]],
  [2, [0.9, 0.8]],
  [3, [0.2, 0.9]],
] as const)('after %i quarter turns, finds the spot of the page under the pointer', (turn, shown) => {
  const [x, y] = spotOnPage(shown, turn)
  expect([x.toFixed(3), y.toFixed(3)]).toEqual(['0.100', '0.200'])
})

test('four turns are none', () => {
  let turn: Turn = 0
  for (let count = 0; count < 4; count++) turn = turned(turn, 1)
  expect(turn).toBe(0)
  expect(turned(0, -1)).toBe(3)
})

test('the box around tilted areas holds all their corners', () => {
  const box = boxAround([
    [
      [0.2, 0.3],
      [0.4, 0.25],
      [0.41, 0.3],
      [0.21, 0.35],
    ],
    [
      [0.5, 0.2],
      [0.6, 0.2],
      [0.6, 0.25],
      [0.5, 0.25],
    ],
  ])
  expect(box.x).toBe(0.2)
  expect(box.y).toBe(0.2)
  expect(box.width).toBeCloseTo(0.4)
  expect(box.height).toBeCloseTo(0.15)
})
