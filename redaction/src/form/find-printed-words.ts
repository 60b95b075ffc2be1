/** Where the words of a blank form stand on a page that was read. Blanks may be lost, so any stretch of a line is tried. */
import { continueHash, emptyHash, lettersOf, type PrintedWord } from '@exempta/knowledge/printed-words'
import { centre, type Point } from '../geometry/quad.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'

/** A stretch of a line that reads like a word of the blank. */
export interface Occurrence {
  hash: number
  length: number
  glyphs: readonly Glyph[]
  at: Point
}

const longestWord = 24
// Shorter ones are parts of many words: they count only when they stand alone.
const shortestPart = 4

export function findPrintedWords(lines: readonly Line[], words: readonly PrintedWord[]): Occurrence[] {
  const lengths = new Map<number, number>()
  for (const { hash, length } of words) if (length <= longestWord) lengths.set(hash, length)
  return lines.flatMap((line) => inLine(line, lengths))
}

function inLine({ glyphs }: Line, lengths: ReadonlyMap<number, number>): Occurrence[] {
  const letters = glyphs.flatMap((glyph, index) =>
    [...lettersOf(glyph.text)].map((letter) => ({ letter, index })),
  )
  const found: Occurrence[] = []
  for (let start = 0; start < letters.length; start++) {
    let hash = emptyHash
    for (let end = start; end < Math.min(letters.length, start + longestWord); end++) {
      const last = letters[end] as (typeof letters)[number]
      hash = continueHash(hash, last.letter)
      const length = end - start + 1
      if (lengths.get(hash >>> 0) !== length) continue
      const first = letters[start] as (typeof letters)[number]
      if (length < shortestPart && !isAlone(glyphs, first.index, last.index)) continue
      const stretch = glyphs.slice(first.index, last.index + 1)
      found.push({ hash: hash >>> 0, length, glyphs: stretch, at: middleOf(stretch) })
    }
  }
  return found
}

const isLetter = (glyph: Glyph | undefined) => glyph !== undefined && lettersOf(glyph.text) !== ''

const isAlone = (glyphs: readonly Glyph[], first: number, last: number) =>
  !isLetter(glyphs[first - 1]) && !isLetter(glyphs[last + 1])

function middleOf(glyphs: readonly Glyph[]): Point {
  const [a, b] = [centre((glyphs[0] as Glyph).quad), centre((glyphs[glyphs.length - 1] as Glyph).quad)]
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
}
