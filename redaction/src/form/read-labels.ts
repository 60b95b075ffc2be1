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
import { numbersOfStates, type StateNumber } from './read-state-list.ts'

const subject = /resale|reseller|exempt|tax.?free/i
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

/** Nothing for pages that are not about exemptions. Each field is read at most once, but for numbers. */
export function readLabels(lines: readonly Line[]): ReadField[] {
  if (!lines.some(({ text }) => subject.test(text))) return []
  const fields = new Map<FieldName, ReadField>()
  const more: ReadField[] = []
  const add = (value: LabelledValue) => {
    const field = read.includes(value.field) && !fields.has(value.field) && fieldOf(value)
    if (field) fields.set(value.field, field)
  }
  for (const part of linesByDirection(lines)) {
    const pieces = piecesOf(part.map(withoutRules).filter(({ text }) => text.trim() !== ''))
    const rows = rowsOf(pieces).map((row) => withoutSmallGaps(row).flatMap(atLabels))
    const labelled = valuesOf(rows)
    const federal = labelled.filter(({ isFederal }) => isFederal)
    const own = [...labelled.filter(({ isFederal }) => !isFederal), ...valuesInSentences(rows)]
    for (const value of [...own, ...federal]) add(value)
    more.push(...federal.flatMap((value) => fieldOf(value) ?? []))
    const listed = numbersOfStates(rows)
    if (listed.length > 0) return [...withoutNumber(fields), ...listed.flatMap(numberOfState)]
    const state = findState(rows)
    const number = fields.get('number')
    if (state && number) number.state = state.code
    // A page that names a state and holds no value is a page of instructions.
    else if (state && fields.size > 0 && !fields.has('number-state'))
      fields.set('number-state', {
        name: 'number-state',
        position: 0,
        value: state.code,
        isSure: false,
        ...placeOf(state.piece.glyphs),
      })
  }
  const number = fields.get('number')
  const [other] = number ? more.filter(({ value }) => value !== number.value) : []
  return [...fields.values(), ...(other ? [{ ...other, position: 1 }] : [])]
}

/** Lines to write on that are typed as text: values stand on them and not between them. So do dividers of cells. */
function withoutRules(line: Line): Line {
  const isDivided = (line.text.match(/\|/g)?.length ?? 0) >= fewestDividers
  if (!line.text.includes('_') && !isDivided) return line
  const isRule = ({ text }: Glyph) => text === '_' || (isDivided && text === '|')
  const glyphs = line.glyphs.flatMap((glyph, i): Glyph[] => {
    if (!isRule(glyph)) return [glyph]
    const before = line.glyphs[i - 1]
    return before && !isRule(before) && before.text !== ' ' ? [{ ...glyph, text: ' ' }] : []
  })
  return { ...line, glyphs, text: glyphs.map(({ text }) => text).join('') }
}

const fewestDividers = 3

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
    // Nothing but two labels may stand closer together.
    const areLabels = label && text.slice(at + label.end).trim() === '' && isLabelAlone(text.slice(0, at))
    const isLabel =
      label && label.end > 3 && label.isClosed && (areLabels || gap >= beforeLabel * piece.height)
    if (!isLabel) continue
    const [one, other] = [glyphs.slice(0, at), glyphs.slice(at)]
    const start = (glyphs[0] as Glyph).quad[0]
    const length = distance(start, (glyphs[glyphs.length - 1] as Glyph).quad[1])
    const edgeAt = (point: Glyph['quad'][0]) =>
      piece.left + ((piece.right - piece.left) * distance(start, point)) / length
    return [
      { ...piece, glyphs: one, text: text.slice(0, at).trimEnd(), right: edgeAt(before.quad[1]) },
      ...atLabels({ ...piece, glyphs: other, text: text.slice(at), left: edgeAt(first.quad[0]) }),
    ]
  }
  return [piece]
}

function isLabelAlone(text: string): boolean {
  const label = labelIn(text)
  const isWhole = label !== undefined && label.end >= text.trimEnd().length
  return isWhole && label.field !== 'other' && !/\b(?:and|or|of|the|to)\s*$/i.test(text)
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

const withoutNumber = (fields: ReadonlyMap<FieldName, ReadField>) =>
  [...fields.values()].filter(({ name }) => name !== 'number' && name !== 'number-state')

function numberOfState(value: StateNumber, position: number): ReadField[] {
  const field = fieldOf(value)
  return field ? [{ ...field, position, state: value.state }] : []
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
