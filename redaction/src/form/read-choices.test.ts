import { expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import type { Picture } from '../picture/picture.ts'
import { readChoices } from './read-choices.ts'

const size = { width: 900, height: 300 }

/** White paper with boxes of two pixels' lines; `filled` ones are crossed by a wide stroke. */
function pictureOf(boxes: readonly { x: number; y: number; isFilled?: boolean }[]): Picture {
  const pixels = Buffer.alloc(size.width * size.height * 3, 255)
  const dark = (x: number, y: number) =>
    pixels.fill(0, (y * size.width + x) * 3, (y * size.width + x) * 3 + 3)
  for (const { x, y, isFilled } of boxes)
    for (let i = 0; i < 20; i++)
      for (let j = 0; j < 20; j++) {
        const isEdge = i < 2 || j < 2 || i > 17 || j > 17
        if (isEdge || (isFilled && Math.abs(i - j) < 4)) dark(x + i, y + j)
      }
  return { ...size, pixels }
}

const lines = [lineAt('Single purchase', 140, 80), lineAt('Blanket certificate', 540, 80)]
const read = (of: typeof lines, picture = pictureOf([])) =>
  readChoices(of, picture, []).map(({ name, value, isSure }) => [name, value, isSure])

test('of several boxes the one that is marked is read, and is never sure', () => {
  const boxes = [
    { x: 112, y: 80 },
    { x: 512, y: 80, isFilled: true },
  ]
  expect(read(lines, pictureOf(boxes))).toEqual([['blanket', 'yes', false]])
})

test('nothing is marked where boxes are alike, or where both are marked', () => {
  const [one, other] = [
    { x: 112, y: 80 },
    { x: 512, y: 80 },
  ]
  expect(read(lines, pictureOf([one, other]))).toEqual([])
  expect(
    read(
      lines,
      pictureOf([
        { ...one, isFilled: true },
        { ...other, isFilled: true },
      ]),
    ),
  ).toEqual([])
})

test.each([
  ['X Resale', [['reason', 'resale', false]]],
  ['[X] Agricultural use', [['reason', 'agriculture', false]]],
  ['Goods bought for resale are exempt.', []],
  ['Unit X for resale', []],
] as const)('%s', (text, expected) => {
  expect(read([lineAt(text, 140, 80)])).toEqual(expected)
})

test('two crosses before different reasons say nothing', () => {
  expect(read([lineAt('X Resale', 140, 80), lineAt('X Religious organization', 140, 140)])).toEqual([])
})
