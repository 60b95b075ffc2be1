/** Reads certificates on forms that we don't know, by their labels. The owner always checks what was read this way. */
import type { FieldName } from '@exempta/knowledge/terms'
import { bandOf, linesByDirection, type Piece, piecesOf } from '../page/piece.ts'
import { type Row, rowsOf } from '../page/rows.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import type { ReadField } from './page-reading.ts'
import { readDate } from './read-date.ts'

const buyer = `(?:purchaser|buyer|customer|exempt (?:organization|entity|purchaser|buyer)|organization|lessee)`
const merchant = `(?:seller|vendor|supplier|retailer|merchant|dealer|lessor)`
const whose = `(?:['’]?s?['’]?)`
const named = (who: string) =>
  `(?:(?:legal |business |full )?names? of (?:the )?(?:${who})|${who}${whose}(?: (?:legal|business|company|trade))? names?|${who})`
const addressOf = (who: string) =>
  `(?:${who}${whose} (?:(?:street|mailing|business|current) )?address|address of (?:the )?${who})`
const certified = `(?:(?:sales|use|state|resale|tax) )*(?:tax(?:payer)?|exempt(?:ion)?|permit|certificate|registration|resale|identification)`

/** Those that say most come first: "Purchaser's address" is no purchaser. */
const labels: readonly { name: FieldName; label: RegExp }[] = [
  { name: 'purchaser-address', label: new RegExp(addressOf(buyer), 'i') },
  { name: 'seller-address', label: new RegExp(addressOf(merchant), 'i') },
  {
    name: 'number',
    label: new RegExp(
      String.raw`${certified}(?: (?:permit|certificate|registration|account|id|i\.d\.|identification))* ?(?:numbers?|no\b\.?|#)`,
      'i',
    ),
  },
  {
    name: 'ends-on',
    label:
      /(?:date of expiration|expir(?:ation|y)(?: date)?|expires(?: on)?|valid (?:through|thru|until|to)|good through)/i,
  },
  { name: 'signed-on', label: /(?:date(?: signed)?|signed on|signature date)/i },
  { name: 'purchaser', label: new RegExp(named(buyer), 'i') },
  { name: 'seller', label: new RegExp(named(merchant), 'i') },
]

// What may follow a label before its value: a hint, and the mark that ends a label.
const rest = String.raw`(?:\s?\([^()]{0,60}\))?\s*`
const matchers = labels.map(({ name, label }) => ({
  name,
  // Forms number their fields.
  matches: new RegExp(
    String.raw`^\s*(?:\d{1,2}[a-z]?[.)]\s?)?(?:${label.source})${rest}([:#=]\s*|_+\s*|$)`,
    'i',
  ),
}))

// Words of other labels: a value does not end with them.
const labelWord =
  /(?:\b(?:names?|address|city|zip(?: code)?|phone|telephone|title|signature|date|number|no\.|print(?:ed)?|type|e-?mail|fax|county|check one|reason)\b[\s:.)]*$)|:\s*$/i

const placeWords = /\b(?:street|city|state|zip|address)\b.*\b(?:city|state|zip|code|address)\b/i

const subject = /resale|exempt|tax.?free/i

// In heights of a line.
const reach = { word: 0.6, right: 14, below: 2.4, above: 1.7 }
const rowsAround = 3
const longest = 120

/** Nothing for pages that are not about exemptions. Each field is read at most once, where it is first. */
export function readLabels(lines: readonly Line[]): ReadField[] {
  if (!lines.some(({ text }) => subject.test(text))) return []
  const found = new Map<FieldName, ReadField>()
  for (const part of linesByDirection(lines)) {
    const rows = rowsOf(piecesOf(part)).map(withoutSmallGaps)
    for (const [index, row] of rows.entries())
      for (const piece of row) {
        const field = fieldAt(piece, row, rows, index)
        if (field && !found.has(field.name)) found.set(field.name, field)
      }
  }
  return [...found.values()]
}

/** A value can come in several pieces: "Seller", "&" and "Sons" are one name. */
function withoutSmallGaps(row: Row): Row {
  const joined: Piece[] = []
  for (const piece of row) {
    const before = joined[joined.length - 1]
    if (before && piece.left - before.right < reach.word * Math.min(piece.height, before.height))
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

function fieldAt(piece: Piece, row: Row, rows: readonly Row[], index: number): ReadField | undefined {
  for (const { name, matches } of matchers) {
    const match = matches.exec(piece.text)
    if (!match) continue
    const own = piece.glyphs.slice(match[0].length)
    const places = own.some(({ text }) => text.trim() !== '')
      ? [own]
      : besideAndAround(piece, row, rows, index).map(({ glyphs }) => glyphs)
    for (const glyphs of places) {
      const value = valueAt(name, glyphs)
      if (value) return { name, position: 0, ...value, isSure: false }
    }
    return undefined
  }
  return undefined
}

/** Where a value may be when its label is alone, the likeliest place first. */
function besideAndAround(label: Piece, row: Row, rows: readonly Row[], index: number): Piece[] {
  const right = row[row.indexOf(label) + 1]
  const isInColumn = (other: Piece) => other.left < label.right && other.right > label.left - label.height
  const near = (other: Piece, most: number) =>
    Math.abs(other.middle - label.middle) < most * Math.max(label.height, other.height)
  // Values of two columns are often not quite level, and then make two rows.
  const below = rows
    .slice(index + 1, index + 1 + rowsAround)
    .flat()
    .find((other) => isInColumn(other) && near(other, reach.below))
  const above = rows
    .slice(Math.max(0, index - rowsAround), index)
    .flat()
    .findLast((other) => isInColumn(other) && near(other, reach.above))
  const isClose = right && right.left - label.right < reach.right * label.height
  return [isClose ? right : undefined, below, above].filter(
    (piece): piece is Piece => piece !== undefined && !isLabel(piece.text),
  )
}

const isLabel = (text: string) =>
  labelWord.test(text) ||
  (!/\d/.test(text) && placeWords.test(text)) ||
  matchers.some(({ matches }) => matches.test(text.trim()))

function valueAt(
  name: FieldName,
  glyphs: readonly Glyph[],
): Pick<ReadField, 'value' | 'quad' | 'confidence'> | undefined {
  const text = glyphs
    .map((glyph) => glyph.text)
    .join('')
    .replace(/^[\s_.:;|]+|[\s_:;|]+$/g, '')
  const value = cleaned(name, text)
  const written = glyphs.filter((glyph) => glyph.text.trim() !== '')
  if (value === undefined || written.length === 0) return undefined
  const mean = written.reduce((sum, { confidence }) => sum + confidence, 0) / written.length
  // By its label alone a value is never more than likely.
  return { value, quad: bandOf(written), confidence: mean / 2 }
}

function cleaned(name: FieldName, text: string): string | undefined {
  if (name === 'ends-on' || name === 'signed-on') return readDate(text)
  if (name === 'number') {
    const number = /[A-Z0-9][A-Z0-9./-]*(?: [A-Z0-9./-]*\d[A-Z0-9./-]*)*/i.exec(text)?.[0]
    return number && number.replace(/\D/g, '').length >= 4 ? number.slice(0, longest) : undefined
  }
  return /\p{L}{2}/u.test(text) ? text.slice(0, longest) : undefined
}
