import { expect, test } from 'vitest'
import { lineAt } from '../../test/line.ts'
import { mapQuad, type Point } from '../geometry/quad.ts'
import type { Line } from '../reader/text-reader.ts'
import { isMirrored, linesByDirection } from './piece.ts'

const mapLine = (line: Line, map: (point: Point) => Point): Line => ({
  ...line,
  quad: mapQuad(line.quad, map),
  glyphs: line.glyphs.map((glyph) => ({ ...glyph, quad: mapQuad(glyph.quad, map) })),
})
const onHead = (line: Line) => mapLine(line, ([x, y]) => [800 - x, 1000 - y])
const upper = [0, 1, 2].map((i) => lineAt(`certificate number ${i}`, 20, 20 + 40 * i))
const lower = [0, 1, 2].map((i) => onHead(lineAt(`letter of the bank ${i}`, 20, 20 + 40 * i)))
const mark = onHead(lineAt('7', 20, 140))

test('a page is one part, whichever way it runs and with a word in its margin', () => {
  expect(linesByDirection(upper)).toEqual([upper])
  expect(linesByDirection(lower)).toEqual([lower])
  const margin = mapLine(lineAt('Rev', 20, 200), ([x, y]) => [y, x])
  expect(linesByDirection([...upper, margin])).toEqual([[...upper, margin]])
})

test('halves with different directions are two parts, each with the text between its lines', () => {
  expect(linesByDirection([...upper, ...lower, mark])).toEqual([upper, [...lower, mark]])
})

test('a mirrored page is recognized by the orientation of its lines', () => {
  const mirrored = upper.map((line) => mapLine(line, ([x, y]) => [800 - x, y]))
  expect([upper, lower, mirrored].map(isMirrored)).toEqual([false, false, true])
})
