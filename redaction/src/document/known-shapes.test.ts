import { expect, test } from 'vitest'
import { decodeShapes, encodeShapes, knownShapes } from './known-shapes.ts'
import { differenceOf, maxDifference } from './text-layer-shapes.ts'

const known = [...knownShapes()].flatMap(([character, shapes]) =>
  shapes.map((shape) => ({ character, shape })),
)
const digits = known.filter(({ character }) => /\d/.test(character))

test('digits and most letters are known', () => {
  const expected = '0123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ'
  expect([...expected].filter((character) => !knownShapes().has(character))).toEqual([])
})

test('no known shape looks like another digit', () => {
  const alike = known.flatMap(({ character, shape }) =>
    digits
      .filter((digit) => digit.character !== character && differenceOf(digit.shape, shape) <= maxDifference)
      .map((digit) => `${character} like ${digit.character}`),
  )
  expect([...new Set(alike)]).toEqual([])
})

test('shapes survive being written and read', () => {
  const [first] = known
  if (!first) throw new Error('No shape is known.')
  const again = decodeShapes(encodeShapes(new Map([[first.character, [first.shape]]])))
  expect(again.get(first.character)?.[0]?.isProved).toBe(true)
  expect(differenceOf(again.get(first.character)?.[0] ?? first.shape, first.shape)).toBeLessThan(0.01)
})
