/** Reads certificates by their labels, where no blank says where values stand. The owner always checks what was read this way. */
import type { FieldName } from '@exempta/knowledge/terms'
import { coverQuads, distance, type Quad } from '../geometry/quad.ts'
import { linesByDirection, type Piece, piecesOf } from '../page/piece.ts'
import { type Row, rowsOf } from '../page/rows.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import { findState } from './find-state.ts'
import { type LabelledValue, numberIn, textOf, valuesOf } from './label-values.ts'
import { labelIn } from './label-words.ts'
import type { ReadField } from './page-reading.ts'
import { readDate } from './read-date.ts'
import { valuesInSentences } from './read-sentences.ts'

const subject = /resale|exempt|tax.?free/i
const longest = 120
// In heights of a line.
const betweenWords = 0.6

const read: readonly FieldName[] = [
  'purchaser',
  'purchaser-address',
  'seller',
  'seller-address',
  'number',
  'signed-on',
  'ends-on',
]

/** Nothing for pages that are not about exemptions. Each field is read at most once. */
export function readLabels(lines: readonly Line[]): ReadField[] {
  if (!lines.some(({ text }) => subject.test(text))) return []
  const found = new Map<FieldName, ReadField>()
  const add = (value: LabelledValue) => {
    const field = read.includes(value.field) && !found.has(value.field) && fieldOf(value)
    if (field) found.set(value.field, field)
  }
  for (const part of linesByDirection(lines)) {
    const pieces = piecesOf(part.map(withoutRules).filter(({ glyphs }) => glyphs.length > 0))
    const rows = rowsOf(pieces).map((row) => withoutSmallGaps(row).flatMap(atLabels))
    for (const value of valuesOf(rows)) add(value)
    for (const value of valuesInSentences(rows)) add(value)
    const state = findState(rows)
    const number = found.get('number')
    if (state && number) number.state = state.code
    // A page that names a state and holds no value is a page of instructions.
    else if (state && found.size > 0 && !found.has('number-state'))
      found.set('number-state', {
        name: 'number-state',
        position: 0,
        value: state.code,
        isSure: false,
        ...placeOf(state.piece.glyphs),
      })
  }
  return [...found.values()]
}

/** Lines to write on that are typed as text: values stand on them and not between them. */
function withoutRules(line: Line): Line {
  if (!line.text.includes('_')) return line
  const glyphs = line.glyphs.filter(({ text }) => text !== '_')
  return { ...line, glyphs, text: glyphs.map(({ text }) => text).join('') }
}

// In heights of a line: a label within a text has a gap before it.
const beforeLabel = 0.8

/** "To: Prairie Foods   Date: 5/4/2026" is two labels with their values. */
function atLabels(piece: Piece): Piece[] {
  const { text, glyphs } = piece
  for (let at = Math.max(1, labelIn(text)?.end ?? 0); at < glyphs.length; at++) {
    const before = glyphs.slice(0, at).findLast((glyph) => glyph.text !== ' ')
    const [first, previous] = [glyphs[at] as Glyph, glyphs[at - 1] as Glyph]
    if (
      !before ||
      !/[\p{L}(]/u.test(first.text) ||
      (/[\p{L}\p{N}]/u.test(previous.text) && previous === before)
    )
      continue
    const label = labelIn(text.slice(at))
    const gap = distance(before.quad[1], first.quad[0])
    const isLabel = label && label.end > 3 && label.isClosed && gap >= beforeLabel * piece.height
    if (!isLabel) continue
    const [one, other] = [glyphs.slice(0, at), glyphs.slice(at)]
    const edge = piece.left + ((piece.right - piece.left) * at) / glyphs.length
    return [
      { ...piece, glyphs: one, text: text.slice(0, at).trimEnd(), right: edge },
      ...atLabels({ ...piece, glyphs: other, text: text.slice(at), left: edge }),
    ]
  }
  return [piece]
}

/** A value can come in several pieces: "Seller", "&" and "Sons" are one name. */
function withoutSmallGaps(row: Row): Row {
  const joined: Piece[] = []
  for (const piece of row) {
    const before = joined[joined.length - 1]
    if (before && piece.left - before.right < betweenWords * Math.min(piece.height, before.height))
      joined[joined.length - 1] = join(before, piece)
    else joined.push(piece)
  }
  return joined
}

function join(one: Piece, other: Piece): Piece {
  const last = one.glyphs[one.glyphs.length - 1] as Glyph
  return {
    text: `${one.text} ${other.text}`,
    glyphs: [...one.glyphs, { ...last, text: ' ' }, ...other.glyphs],
    left: one.left,
    right: other.right,
    middle: (one.middle + other.middle) / 2,
    height: Math.max(one.height, other.height),
  }
}

function fieldOf({ field, text, glyphs }: LabelledValue): ReadField | undefined {
  const value = cleaned(field, text)
  return value === undefined || textOf(glyphs) === ''
    ? undefined
    : { name: field, position: 0, value, isSure: false, ...placeOf(glyphs) }
}

function cleaned(field: FieldName, text: string): string | undefined {
  if (field === 'ends-on' || field === 'signed-on') return readDate(text)
  if (field === 'number') return numberIn(text)
  return /\p{L}{2}/u.test(text) ? text.slice(0, longest) : undefined
}

function placeOf(glyphs: readonly Glyph[]): { quad: Quad; confidence: number } {
  const written = glyphs.filter(({ text }) => text.trim() !== '')
  const mean = written.reduce((sum, { confidence }) => sum + confidence, 0) / written.length
  // By its label alone a value is never more than likely.
  return { quad: coverQuads(written.map(({ quad }) => quad) as [Quad, ...Quad[]]), confidence: mean / 2 }
}
