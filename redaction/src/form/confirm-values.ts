/** A value that nobody will look at is read twice: a reader that leaves out a letter is sure of all the others. */
import { coverQuads, growQuad, heightOf, type Quad } from '../geometry/quad.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'

/** Reads text at known places, one line for each. */
export type ReadPlaces = (places: readonly Quad[]) => Promise<Line[]>

// In heights of a row: another size of the letters than in the first reading.
const margin = { along: 0.3, across: 0.15 }

/** For each value, given as rows of characters, whether a second reading says the same. */
export async function confirmValues(
  values: readonly (readonly Glyph[][])[],
  readPlaces: ReadPlaces,
): Promise<boolean[]> {
  const read = await readPlaces(values.flat().map(placeOf))
  let at = 0
  return values.map((rows) => {
    const again = read.slice(at, at + rows.length)
    at += rows.length
    return rows.every((row, i) => isAlike(row.map(({ text }) => text).join(''), again[i]?.text ?? ''))
  })
}

function placeOf(row: readonly Glyph[]): Quad {
  const quad = coverQuads(row.map((glyph) => glyph.quad) as [Quad, ...Quad[]])
  return growQuad(quad, margin.along * heightOf(quad), margin.across * heightOf(quad))
}

/** Marks and blanks are often lost at the ends; what looks alike is told apart by the words around it. */
const isAlike = (one: string, other: string) => lettersOf(one) === lettersOf(other)

const lettersOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[1i|]/g, 'l')
    .replace(/0/g, 'o')
    .replace(/[^\p{L}\p{N}]/gu, '')
