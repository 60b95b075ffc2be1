import { heightOf, widthOf } from '../geometry/quad.ts'
import { bandOf } from '../page/piece.ts'
import { digitLike } from '../reader/digit-like.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'

const sure = { line: 0.9, glyph: 0.8 }
// In line heights: shorter stretches would save nothing.
const minStretch = 3

/** The parts of a line that are words for certain. A word next to what may be a number is no such part. */
export function plainWordsOf(line: Line): Line[] {
  if (line.confidence < sure.line) return []
  if (!digitLike.test(line.text)) return [line]
  const words = wordsOf(line)
  const doubts = words.map(doubtOf)
  const stretches: Glyph[][] = []
  words.forEach((glyphs, i) => {
    const isInside = doubts[i] === 'none' && doubts[i - 1] !== 'whole' && doubts[i + 1] !== 'whole'
    if (!isInside) stretches.push([])
    else if (stretches.length === 0) stretches.push([...glyphs])
    else stretches[stretches.length - 1]?.push(...glyphs)
  })
  return stretches
    .filter((glyphs) => glyphs.length > 0)
    .map((glyphs) => ({ text: textOf(glyphs), glyphs, quad: bandOf(glyphs), confidence: line.confidence }))
    .filter(({ quad }) => widthOf(quad) >= minStretch * heightOf(quad))
}

/** Whether a word may be a number, or a letter of it something else. How surely the blank behind it was seen tells nothing. */
function doubtOf(glyphs: readonly Glyph[]): 'none' | 'letter' | 'whole' {
  const confidences = glyphs.filter(({ text }) => text !== ' ').map(({ confidence }) => confidence)
  const sum = confidences.reduce((total, confidence) => total + confidence, 0)
  if (digitLike.test(textOf(glyphs)) || sum < sure.glyph * confidences.length) return 'whole'
  return confidences.every((confidence) => confidence >= sure.glyph) ? 'none' : 'letter'
}

const textOf = (glyphs: readonly Glyph[]) => glyphs.map(({ text }) => text).join('')

/** Each word with the blank behind it. */
function wordsOf({ glyphs }: Line): Glyph[][] {
  const words: Glyph[][] = [[]]
  for (const glyph of glyphs) {
    words[words.length - 1]?.push(glyph)
    if (glyph.text === ' ') words.push([])
  }
  return words.filter((word) => word.length > 0)
}
