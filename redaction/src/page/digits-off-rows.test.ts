import { expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import { mapQuad, type Quad } from '../geometry/quad.ts'
import type { Line } from '../reader/text-reader.ts'
import { findDigitsOffRows } from './digits-off-rows.ts'

const prose = [0, 1, 2, 3, 4, 5].map((i) =>
  lineAt('Keep this certificate with your records', 100, 100 + i * 34),
)

/** Signs at an angle around a point, as on a seal. */
const onArc = (pieces: readonly string[], radius: number): Line[] =>
  pieces.map((text, i) => {
    const angle = -0.9 + i * 0.45
    const turn = ([x, y]: readonly [number, number]) => {
      const [u, v] = [x - text.length * 6, y - radius]
      return [
        600 + u * Math.cos(angle) - v * Math.sin(angle),
        700 + u * Math.sin(angle) + v * Math.cos(angle),
      ] as const
    }
    const line = lineAt(text, 0, 0)
    return {
      ...line,
      quad: mapQuad(line.quad, turn),
      glyphs: line.glyphs.map((glyph) => ({ ...glyph, quad: mapQuad(glyph.quad, turn) })),
    }
  })

const below = (text: string, left: number, top: number, step: number) =>
  [...text].map((sign, i) => lineAt(sign, left, top + i * step))

test('asks about digits that stand below each other', () => {
  expect(findDigitsOffRows([...prose, ...below('4839215', 700, 110, 25)], [])).toMatchObject([
    { expected: 'private-number', reason: 'value-not-read' },
  ])
})

test('asks about them when one of them was not read', () => {
  const stack = below('483921567', 700, 110, 22).filter((_, i) => i !== 3)
  expect(findDigitsOffRows([...prose, ...stack], [])).toHaveLength(1)
})

test('asks about digits on an arc', () => {
  expect(
    findDigitsOffRows([...prose, ...onArc(['Date of', 'birth', 'April', '5, 1998'], 120)], []),
  ).toHaveLength(1)
})

test.each([
  ['words that stand below each other', below('ORIGINAL', 700, 110, 25)],
  ['the year on a seal', onArc(['GREAT', 'SEAL', 'OF', '1861'], 120)],
  ['a stamp across the page', onArc(['RECEIVED 03/14/1999'], 300)],
  ['a column of a table', below('4839215', 700, 100, 34).slice(0, 6)],
  ['digits in boxes', [...'4839215'].map((sign, i) => lineAt(sign, 100 + i * 40, 500))],
])('does not ask about %s', (_, lines) => {
  expect(findDigitsOffRows([...prose, ...lines], [])).toEqual([])
})

test.each([
  ['does not ask about digits that are hidden', 300, 0],
  ['asks about the rest of digits that are hidden in part', 180, 1],
])('%s', (_, bottom, count) => {
  const stack = below('4839215', 700, 110, 25)
  const quad: Quad = [
    [690, 100],
    [730, 100],
    [730, bottom],
    [690, bottom],
  ]
  const hidden = { kind: 'bank-account', quad, confidence: 0.9, source: 'text' } as const
  expect(findDigitsOffRows([...prose, ...stack], [hidden])).toHaveLength(count)
})
