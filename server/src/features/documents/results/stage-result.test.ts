import type { Quad } from '@exempta/contract/documents'
import { expect, test } from 'vitest'
import { countFindings } from './stage-result.ts'

const pages = [
  { page: 1, width: 1000, height: 1000 },
  { page: 2, width: 1000, height: 1000 },
]

/** An area in pixels of a page of 1000 by 1000. */
const area = (
  kind: 'card-number' | 'ssn' | 'chosen',
  left: number,
  top: number,
  width: number,
  height: number,
  page = 1,
) => {
  const [x, y, right, bottom] = [left, top, left + width, top + height].map((at) => at / 1000) as [
    number,
    number,
    number,
    number,
  ]
  const quad: Quad = [
    [x, y],
    [right, y],
    [right, bottom],
    [x, bottom],
  ]
  return { page, kind, quad }
}

test.each([
  {
    name: 'a card number hidden in three groups of digits',
    areas: [0, 1, 2].map((group) => area('card-number', 100 + group * 110, 400, 90, 40)),
    counts: { 'card-number': 1 },
  },
  {
    name: 'a card number printed up the edge of a card',
    areas: [0, 1, 2].map((group) => area('card-number', 400, 100 + group * 110, 40, 90)),
    counts: { 'card-number': 1 },
  },
  {
    name: 'a last group found first',
    areas: [
      area('card-number', 320, 400, 90, 40),
      area('card-number', 100, 400, 90, 40),
      area('card-number', 210, 400, 90, 40),
    ],
    counts: { 'card-number': 1 },
  },
  {
    name: 'numbers in two rows of a form',
    areas: [area('ssn', 100, 400, 200, 20), area('ssn', 100, 430, 200, 20)],
    counts: { ssn: 2 },
  },
  {
    name: 'numbers in two columns, and the same place on another page',
    areas: [
      area('ssn', 100, 400, 200, 20),
      area('ssn', 600, 400, 200, 20),
      area('ssn', 100, 400, 200, 20, 2),
    ],
    counts: { ssn: 3 },
  },
  {
    name: 'areas the owner drew side by side',
    areas: [area('chosen', 100, 400, 90, 40), area('chosen', 195, 400, 90, 40)],
    counts: { chosen: 2 },
  },
])('$name', ({ areas, counts }) => {
  expect(countFindings(areas, pages)).toEqual(counts)
})
