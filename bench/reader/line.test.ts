import { expect, test } from 'vitest'
import { editDistance } from './line.ts'

test.each([
  { name: 'the same text', a: 'ST-120', b: 'ST-120', distance: 0 },
  { name: 'a letter taken for another', a: 'Sold', b: 'So1d', distance: 1 },
  { name: 'a letter that is missing', a: '<<<', b: '<<', distance: 1 },
  { name: 'a letter too many', a: '1234', b: '12I34', distance: 1 },
  { name: 'nothing read', a: 'Date', b: '', distance: 4 },
  { name: 'letters moved', a: 'abcd', b: 'bcda', distance: 2 },
])('editDistance counts $name', ({ a, b, distance }) => {
  expect(editDistance(a, b)).toBe(distance)
  expect(editDistance(b, a)).toBe(distance)
})
