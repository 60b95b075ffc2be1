import { expect, test } from 'vitest'
import type { Quad } from '../documents.ts'
import { hiddenItems } from './hidden-items.ts'

const pages = [
  { page: 1, width: 1000, height: 1000 },
  { page: 2, width: 1000, height: 1000 },
]

/** An area in pixels of a page of 1000 by 1000. */
function area(kind: 'card-number' | 'ssn', left: number, top: number, width: number, page = 1) {
  const [x, y, right, bottom] = [left / 1000, top / 1000, (left + width) / 1000, (top + 40) / 1000]
  const quad: Quad = [
    [x, y],
    [right, y],
    [right, bottom],
    [x, bottom],
  ]
  return { page, kind, quad }
}

test('one card number is one item with all its areas, and items come in reading order', () => {
  const [group2, group1] = [area('card-number', 210, 400, 90), area('card-number', 100, 405, 90)]
  const beside = area('ssn', 600, 398, 200)
  const above = area('ssn', 600, 100, 200)
  const next = area('ssn', 10, 10, 200, 2)
  expect(hiddenItems([next, group2, beside, group1, above], pages)).toEqual([
    { page: 1, kind: 'ssn', quads: [above.quad] },
    { page: 1, kind: 'card-number', quads: [group1.quad, group2.quad] },
    { page: 1, kind: 'ssn', quads: [beside.quad] },
    { page: 2, kind: 'ssn', quads: [next.quad] },
  ])
})
