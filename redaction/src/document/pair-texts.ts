import type { Glyph } from '../reader/text-reader.ts'

/** Which characters of a text layer a reading confirms. */

export interface Pair {
  held: Glyph
  read: Glyph
}

// What a number may be read as; the other way round it would prove a number to be a word.
const readFor: Record<string, string> = { 0: 'o', 1: 'i', 5: 's', 8: 'b' }

/** Letters of one form in print are one. */
const folded = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[l|!]/g, 'i')
    .replace(/[‘’`´]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/[‐-―−]/g, '-')

function isSame(held: string, read: string): boolean {
  return held === read || readFor[held] === read
}

/** The longest sequence of characters that both hold in this order. */
export function pairUp(held: readonly Glyph[], read: readonly Glyph[]): Pair[] {
  // A ligature is one character in the file and two to the eye.
  const a = held.flatMap((glyph) => [...folded(glyph.text)].map((text) => ({ text, glyph })))
  const b = read.flatMap((glyph) => [...folded(glyph.text)].map((text) => ({ text, glyph })))
  const columns = b.length + 1
  const lengths = new Uint16Array((a.length + 1) * columns)
  const at = (i: number, j: number) => lengths[i * columns + j] as number
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * columns + j] = isSame((a[i] as { text: string }).text, (b[j] as { text: string }).text)
        ? at(i + 1, j + 1) + 1
        : Math.max(at(i + 1, j), at(i, j + 1))
  const pairs: Pair[] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [one, other] = [a[i] as (typeof a)[number], b[j] as (typeof b)[number]]
    if (isSame(one.text, other.text)) {
      pairs.push({ held: one.glyph, read: other.glyph })
      i++
      j++
    } else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return pairs
}
