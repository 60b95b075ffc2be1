import { expect, test } from 'vitest'
import type { Quad } from '../geometry/quad.ts'
import { batchesOf } from './batches.ts'

const box = (width: number): Quad => [
  [0, 0],
  [width, 0],
  [width, 48],
  [0, 48],
]

test('lines of like width are read together, each once', () => {
  const [a, b, c, d] = [box(320), box(96), box(336), box(100)]
  expect(batchesOf([a, b, c, d])).toEqual([
    [b, d],
    [a, c],
  ])
})

test('no batch is wider than pays', () => {
  expect(batchesOf([box(800), box(800), box(800)]).map((batch) => batch.length)).toEqual([2, 1])
})
