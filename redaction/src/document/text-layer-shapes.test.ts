import { expect, test } from 'vitest'
import type { Picture } from '../picture/picture.ts'
import { createShapes, type Shape } from './text-layer-shapes.ts'

const side = 40
const place = { left: 10, top: 10, right: 26, bottom: 30 }

/** A white picture with a black frame, and more black where `isInk` says so. */
function pictureOf(isInk: (x: number, y: number) => boolean): Picture {
  const pixels = new Uint8Array(side * side * 3).fill(255)
  for (let y = place.top; y < place.bottom; y++)
    for (let x = place.left; x < place.right; x++) {
      const isFrame = x < 12 || x >= 24 || y < 12 || y >= 28
      if (isFrame || isInk(x, y)) pixels.fill(0, (y * side + x) * 3, (y * side + x) * 3 + 3)
    }
  return { width: side, height: side, pixels }
}

const ring = pictureOf(() => false)
const barred = pictureOf((_, y) => y === 20)
const crossed = pictureOf((x, y) => y > 15 && y < 25 && x > 13 && x < 23)

test('a digit that looks nearly like another one is not distinct', () => {
  const shapes = createShapes()
  const zero = shapes.at(ring, '0', place) as Shape
  shapes.at(barred, '8', place)
  expect(shapes.isDistinct(zero, '0')).toBe(false)
})

test('a digit that looks like no other one is distinct', () => {
  const shapes = createShapes()
  const zero = shapes.at(ring, '0', place) as Shape
  shapes.at(crossed, '8', place)
  shapes.at(ring, 'O', place)
  expect(shapes.isDistinct(zero, '0')).toBe(true)
})
