/**
 * Values that nobody will look at are read a second time: a reader that leaves out a letter is sure of all the others.
 * So are days in doubt and numbers that cannot be, which the second reading may settle.
 */
import { coverQuads, growQuad, heightOf, type Quad } from '../geometry/quad.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import type { FilledZone } from './fill-zones.ts'
import { formatOf, isDateField, type JudgedValue, judgeValue } from './judge-value.ts'

export interface Candidate {
  filled: FilledZone
  /** The state that a number is for. */
  state: string | undefined
  quad: Quad
  /** Undefined when the text is no value of its field. */
  judged: JudgedValue | undefined
}

export interface SecondReading {
  /** Reads text at known places, one line for each. */
  readPlaces(places: readonly Quad[]): Promise<Line[]>
  /** Whether a character is the file's own, which was compared with the picture before. */
  isHeld(glyph: Glyph): boolean
}

export async function readTwice(
  values: readonly Candidate[],
  { readPlaces, isHeld }: SecondReading,
  residual: number,
  today: string | undefined,
): Promise<Candidate[]> {
  const isFromPicture = ({ filled: { rows } }: Candidate) =>
    rows.flat().some((glyph) => glyph.text !== ' ' && !isHeld(glyph))
  const asked = values.filter((value) => (value.judged?.isSure || isToSettle(value)) && isFromPicture(value))
  const lines = await readPlaces(asked.flatMap(({ filled }) => filled.rows.map(placeOf)))
  const again = new Map<Candidate, Line[]>()
  let at = 0
  for (const value of asked) {
    again.set(value, lines.slice(at, at + value.filled.rows.length))
    at += value.filled.rows.length
  }
  return values.map((value) => {
    const read = again.get(value)
    return read ? { ...value, judged: settled(value, read, residual, today) } : value
  })
}

const isToSettle = (value: Candidate) => isDateField(value.filled.zone.field) || isImpossible(value)

/** No day at all, or a number that its state does not give. */
function isImpossible({ filled: { zone }, judged, state }: Candidate): boolean {
  if (isDateField(zone.field)) return judged === undefined
  return zone.field === 'number' && (!judged || formatOf(judged.value, state) === 'differs')
}

function settled(
  value: Candidate,
  again: readonly Line[],
  residual: number,
  today: string | undefined,
): JudgedValue | undefined {
  const { filled, judged, state } = value
  if (judged?.isSure) {
    const isSame = filled.rows.every((row, i) => isAlike(textOf(row), again[i]?.text ?? ''))
    return { ...judged, isSure: isSame }
  }
  const rows = again.map(({ glyphs }) => glyphs)
  const second = judgeValue({ ...filled, rows, isDoubtful: true }, state, residual, today)
  if (!second || isImpossible({ ...value, judged: second })) return judged
  return isImpossible(value) || second.confidence > (judged?.confidence ?? 0) ? second : judged
}

// In heights of a row: another size of the letters than in the first reading.
const margin = { along: 0.3, across: 0.15 }

function placeOf(row: readonly Glyph[]): Quad {
  const quad = coverQuads(row.map((glyph) => glyph.quad) as [Quad, ...Quad[]])
  return growQuad(quad, margin.along * heightOf(quad), margin.across * heightOf(quad))
}

const textOf = (glyphs: readonly Glyph[]) => glyphs.map(({ text }) => text).join('')

/**
 * The same letters and digits, though the words around it distinguish what looks alike. Dots and commas are often
 * lost, and blanks, but a blank that only the second reading has divides a word of the first.
 */
function isAlike(first: string, second: string): boolean {
  const [one, other] = [wordsOf(first), wordsOf(second)]
  const ends = endsOf(one)
  return one.join('') === other.join('') && endsOf(other).every((end) => ends.includes(end))
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[1i|]/g, 'l')
    .replace(/0/g, 'o')
    .replace(/[^\p{L}\p{N}&\s]/gu, '')
    .split(/\s+/)
    .filter((word) => word !== '')

/** How many letters each word and those before it have. */
const endsOf = (words: readonly string[]) => words.map((_, i) => words.slice(0, i + 1).join('').length)
