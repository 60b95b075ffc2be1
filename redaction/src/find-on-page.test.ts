import { expect, test } from 'vitest'
import { lineAt } from '../test/line.ts'
import { findOnPage } from './find-on-page.ts'
import { centre, isInside } from './geometry/quad.ts'
import type { Line, TextReader } from './reader/text-reader.ts'

const [width, height] = [1000, 800]
const page = { width, height, pixels: new Uint8Array(width * height * 3).fill(255) }
for (let row = 0; row < 200; row++) page.pixels.fill(40, (row * width + 20) * 3, (row * width + 600) * 3)

const rows = (texts: readonly string[]) => texts.map((text, i) => lineAt(text, 20, 20 + 40 * i))
const nonsense = rows(Array.from({ length: 12 }, () => 'ge nggel 500350se nggenaaag qCfe bnggg')).map(
  (line): Line => ({ ...line, confidence: 0.65 }),
)
const letter = rows([
  'County School District',
  'SSN: 219-09-9999',
  ...Array.from({ length: 10 }, () => 'The undersigned hereby certifies that'),
])
const readerOf = (...readings: Line[][]): TextReader => ({ read: async () => readings.shift() ?? [] })

test('a page that reads badly is read in the mirror, and its secrets are hidden where they are seen', async () => {
  const { findings } = await findOnPage(readerOf(nonsense, letter), page, {})
  const [x, y] = centre(letter[1]?.glyphs[5]?.quad ?? letter[0]?.quad ?? lineAt('0', 0, 0).quad)
  expect(findings.map(({ kind }) => kind)).toEqual(['ssn'])
  expect(findings.some(({ quad }) => isInside(quad, [width - x, y]))).toBe(true)
})

test('a page that reads well but without any words is read in the mirror, too', async () => {
  const confident = nonsense.map((line): Line => ({ ...line, confidence: 0.9 }))
  const { findings } = await findOnPage(readerOf(confident, letter), page, {})
  expect(findings.map(({ kind }) => kind)).toEqual(['ssn'])
  const { lines } = await findOnPage(readerOf(confident, nonsense), page, {})
  expect(lines).toEqual(confident)
})

test('a few lines that read badly, such as those of a card, are read in the mirror', async () => {
  const { findings } = await findOnPage(readerOf(nonsense.slice(0, 5), letter.slice(0, 3)), page, {})
  expect(findings.map(({ kind }) => kind)).toEqual(['ssn'])
})

test('a page that reads as badly in the mirror is taken as it was read first', async () => {
  const { lines } = await findOnPage(readerOf(nonsense, nonsense), page, {})
  expect(lines).toEqual(nonsense)
})

test.each([
  ['without any text', [], [[0, 0]]],
  ['with one line that nobody can read', [{ ...lineAt('gq~8', 20, 300), confidence: 0.3 }], [[20, 300]]],
])('a sharp picture %s is not refused: its owner is asked', async (_, lines, asked) => {
  const { uncertain, findings } = await findOnPage(readerOf(lines, lines, lines), page, {})
  expect(findings).toEqual([])
  expect(uncertain.map(({ quad }) => quad[0].map(Math.round))).toEqual(asked)
})

test('a blurred picture without readable text is refused', async () => {
  const blurred = { width, height, pixels: new Uint8Array(width * height * 3) }
  for (let at = 0; at < blurred.pixels.length; at++) blurred.pixels[at] = (Math.floor(at / 3) % width) / 4
  await expect(findOnPage(readerOf([], []), blurred, {})).rejects.toMatchObject({ reason: 'unreadable' })
})
