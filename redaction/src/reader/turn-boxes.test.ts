import { expect, test } from 'vitest'
import { directionOf, type Quad } from '../geometry/quad.ts'
import { turnBoxes, turnStrays } from './turn-boxes.ts'

const box = (y: number, width: number): Quad => [
  [0, y],
  [width, y],
  [width, y + 20],
  [0, y + 20],
]
const page = [box(0, 180), box(40, 200), box(80, 400), box(120, 20)]

/** Reads words along the way that is upright, and nonsense against it. */
const readerOf = (isUpright: (quad: Quad) => boolean, words: string) => {
  const asked: Quad[] = []
  const lineOf = (quad: Quad) => {
    const confidence = isUpright(quad) ? 0.98 : 0.4
    const text = isUpright(quad) ? words : 'nzbo'
    return { text, quad, confidence, glyphs: [...text].map((letter) => ({ text: letter, quad, confidence })) }
  }
  const recognise = async (quads: readonly Quad[]) => {
    asked.push(...quads)
    return quads.map(lineOf)
  }
  return { asked, recognise }
}
const isRightward = (quad: Quad) => Math.abs(directionOf(quad)) < 1

test('a page that reads well is left as it is after two lines', async () => {
  const { asked, recognise } = readerOf(isRightward, 'certificate')
  expect(await turnBoxes(page, recognise)).toEqual(page)
  expect(asked).toEqual([page[0], page[1]])
})

test('every box of a page upside down is turned', async () => {
  const { recognise } = readerOf((quad) => !isRightward(quad), 'certificate')
  const turned = await turnBoxes(page, recognise)
  expect(turned.filter(isRightward)).toEqual([])
})

test('digits alone are compared both ways', async () => {
  const { asked, recognise } = readerOf(isRightward, '8061')
  expect(await turnBoxes(page, recognise)).toEqual(page)
  expect(asked.filter((quad) => !isRightward(quad))).toHaveLength(3)
})

test('reads nothing when the direction is known', async () => {
  const { asked, recognise } = readerOf(isRightward, 'certificate')
  const turned = await turnBoxes(page, recognise, Math.PI - 0.02)
  expect(turned.filter(isRightward)).toEqual([])
  expect(await turnBoxes(turned, recognise, 0.02)).toEqual(page)
  expect(asked).toEqual([])
})

test('lines and digits of an upside-down half are turned', async () => {
  const isInLowerHalf = ([[, y]]: Quad) => y > 300
  const isLetters = (quad: Quad) => quad[0][0] % 1000 < 500
  const { recognise } = readerOf((quad) => isInLowerHalf(quad) !== isRightward(quad), 'certificate')
  const read = async (quads: readonly Quad[]) =>
    (await recognise(quads)).map((line) =>
      isLetters(line.quad) ? line : { ...line, text: '8061', confidence: 0.9 },
    )
  const digits: Quad = [
    [600, 440],
    [680, 440],
    [680, 460],
    [600, 460],
  ]
  const boxes = [box(0, 180), box(40, 200), box(80, 220), box(400, 180), box(440, 200), box(480, 220), digits]
  const lines = await turnStrays(await read(boxes), read)
  expect(lines.map(({ quad }) => isRightward(quad))).toEqual([true, true, true, false, false, false, false])
})

test('lines that read badly both ways are left as they are', async () => {
  const { asked, recognise } = readerOf(() => false, 'certificate')
  const lines = await recognise(page)
  asked.length = 0
  expect(await turnStrays(lines, recognise)).toEqual(lines)
  expect(asked.length).toBeLessThanOrEqual(4)
})

test('a line along the edge of a page is turned for itself', async () => {
  const upward: Quad = [
    [900, 400],
    [900, 200],
    [920, 200],
    [920, 400],
  ]
  const downward: Quad = [upward[2], upward[3], upward[0], upward[1]]
  for (const way of [upward, downward]) {
    const isRead = (quad: Quad) => isRightward(quad) || directionOf(quad) * directionOf(way) > 0
    const { recognise } = readerOf(isRead, 'certificate')
    const turned = await turnBoxes([...page, upward], recognise)
    expect(directionOf(turned.at(-1) as Quad), `${way}`).toBeCloseTo(directionOf(way))
  }
})
