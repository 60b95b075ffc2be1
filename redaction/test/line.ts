import type { Quad } from '../src/geometry/quad.ts'
import type { Glyph, Line } from '../src/reader/text-reader.ts'

const advance = 12
const height = 20

const box = (left: number, top: number, width: number): Quad => [
  [left, top],
  [left + width, top],
  [left + width, top + height],
  [left, top + height],
]

/** Characters of even width side by side. */
export const charactersAt = (text: string, left: number, top: number): Glyph[] =>
  [...text].map((character, i) => ({
    text: character,
    quad: box(left + i * advance, top, advance),
    confidence: 0.99,
  }))

export const lineAt = (text: string, left: number, top: number): Line => ({
  text,
  glyphs: charactersAt(text, left, top),
  quad: box(left, top, text.length * advance),
  confidence: 0.99,
})
