/** Which text belongs to which label: a page keeps its values beside, below or above its labels, mostly all alike. */
import type { FieldName } from '@exempta/knowledge/terms'
import type { Piece } from '../page/piece.ts'
import type { Row } from '../page/rows.ts'
import type { Glyph } from '../reader/text-reader.ts'
import { isPrinted, isProse, type Label, labelIn, type Party, partyOfHeading } from './label-words.ts'
import { readDate } from './read-date.ts'

type Side = 'beside' | 'below' | 'above'

export interface LabelledValue {
  field: FieldName
  text: string
  glyphs: Glyph[]
}

/** A label on the page, with what may be its value. */
interface Placed {
  field: FieldName
  piece: Piece
  /** Where the piece stands among the rows. */
  row: number
  /** The rest of its own text, behind a colon or a gap. */
  rest: Glyph[]
  /** The text goes on without either: it may be a value that begins like a label. */
  isVague: boolean
}

interface Candidate {
  label: Placed
  side: Side
  value: { piece: Piece | undefined; glyphs: readonly Glyph[] }
  score: number
}

// In heights of a line, from middle to middle.
const reach = { right: 26, below: 2.7, above: 2.3, indent: 1.5 }
// A value stands further from its label than the next word of a text would.
const leastGap = 0.6
const rowsAround = 4
// In heights of a line: labels so near say most about where values stand.
const neighborhood = 9
const leastScore = 0.18
const vague = 0.4

export function valuesOf(rows: readonly Row[]): LabelledValue[] {
  const { labels, headings } = labelsOn(rows)
  const printed = new Set([...labels.filter(hasOwnValue), ...headings].map(({ piece }) => piece))
  const candidates = labels.flatMap((label) => candidatesFor(label, rows, printed))
  const likely = candidates
    .map((candidate) => ({ ...candidate, score: candidate.score * usualness(candidate, candidates) }))
    .filter(({ score }) => score >= leastScore)
    .sort((a, b) => b.score - a.score)
  const taken = new Set<Piece | Placed>()
  const found: (LabelledValue & { row: number })[] = []
  for (const { label, value } of likely) {
    const place = value.piece ?? label
    if (taken.has(label) || taken.has(place) || taken.has(label.piece)) continue
    taken.add(label)
    taken.add(place)
    found.push({
      field: label.field,
      glyphs: [...value.glyphs],
      text: textOf(value.glyphs),
      row: label.row,
    })
  }
  return found.sort((a, b) => a.row - b.row)
}

/** A label alone, or with a value behind it, is no value of another label. */
const hasOwnValue = ({ rest, isVague, field }: Placed) =>
  rest.length === 0 || !isVague || (/number|-on$/.test(field) && fitOf(field, textOf(rest)) > 0)

interface Heading {
  party: Party
  piece: Piece
}

function labelsOn(rows: readonly Row[]): { labels: Placed[]; headings: Heading[] } {
  const headings: Heading[] = []
  const labels = rows.flatMap((row, at) =>
    row.flatMap((piece): Placed[] => {
      const label = labelIn(piece.text)
      const own = label && restOf(piece, label)
      const rest = own?.glyphs
      const party = partyOfHeading(piece.text)
      // "Seller" alone may be a heading, and so may be text with the word in it that is no label.
      const isHeading = !label || (rest?.length === 0 && /^\W*\p{L}+\W*$/u.test(piece.text))
      if (isHeading && (party || isSection.test(piece.text)))
        headings.push({ party: party ?? 'purchaser', piece })
      if (!label || label.field === 'other' || !own) return []
      const field = label.isPartyOpen ? ofParty(label.field, partyAbove(piece, headings)) : label.field
      return [{ field, piece, row: at, rest: own.glyphs, isVague: own.isVague }]
    }),
  )
  return { labels: withDealers(labels), headings: headings.filter(({ piece }) => isSection.test(piece.text)) }
}

const isSection = /^\s*(?:section|part|step)\s+[\divx]|\binformation\W*$/i

/** In some states buyers are registered as dealers; forms that also name a seller mean the buyer. */
function withDealers(labels: readonly Placed[]): Placed[] {
  const isDealer = ({ piece }: Placed) => /\bdealers?\b/i.test(piece.text)
  const hasSeller = labels.some((label) => label.field === 'seller' && !isDealer(label))
  return labels.map((label) => {
    if (!hasSeller || !isDealer(label)) return label
    const field =
      label.field === 'seller'
        ? 'purchaser'
        : label.field === 'seller-address'
          ? 'purchaser-address'
          : label.field
    return { ...label, field }
  })
}

/** What follows the label in its own text; undefined when the text goes on as a sentence would. */
function restOf(
  { text, glyphs, height }: Piece,
  { end, isClosed }: Label,
): { glyphs: Glyph[]; isVague: boolean } | undefined {
  const rest = glyphs.slice(end)
  if (isClosed || textOf(rest) === '') return { glyphs: rest, isVague: false }
  const from = end + rest.findIndex((glyph) => glyph.text.trim() !== '')
  const before = glyphs.slice(0, from).findLast((glyph) => glyph.text.trim() !== '')
  const first = glyphs[from]
  if (!before || !first || /^[^\p{Lu}\p{N}"“(#]/u.test(text.slice(from))) return undefined
  const gap = Math.hypot(first.quad[0][0] - before.quad[1][0], first.quad[0][1] - before.quad[1][1])
  return { glyphs: glyphs.slice(from), isVague: gap < leastGap * height }
}

function partyAbove(piece: Piece, headings: readonly Heading[]): Party {
  const isOver = (other: Piece) => other.left < piece.right && other.right > piece.left - piece.height
  const above = headings.filter(({ piece: other }) => other.middle < piece.middle)
  return (above.findLast(({ piece: other }) => isOver(other)) ?? above.at(-1))?.party ?? 'purchaser'
}

const ofParty = (field: FieldName, party: Party): FieldName =>
  party === 'purchaser' ? field : field === 'purchaser-address' ? 'seller-address' : 'seller'

function candidatesFor(label: Placed, rows: readonly Row[], printed: ReadonlySet<Piece>): Candidate[] {
  const { piece, row, rest, field, isVague } = label
  const candidate = (side: Side, glyphs: readonly Glyph[], other?: Piece): Candidate[] => {
    const fit = fitOf(field, textOf(glyphs))
    const apart = other && side !== 'beside' ? Math.abs(other.middle - piece.middle) / piece.height : 0
    return fit > 0
      ? [
          {
            label,
            side,
            value: { piece: other, glyphs },
            score: (isVague ? vague : 1) * (fit / (1 + apart / 4)),
          },
        ]
      : []
  }
  if (rest.some(({ text }) => /[\p{L}\p{N}]/u.test(text))) return candidate('beside', rest)
  const isFree = (other: Piece) => !printed.has(other) && !isPrinted(other.text)
  const level = rows[row] ?? []
  const right = level[level.indexOf(piece) + 1]
  const isNear = (other: Piece, most: number) =>
    Math.abs(other.middle - piece.middle) < most * Math.max(piece.height, other.height)
  const isUnder = (other: Piece) =>
    other.left < piece.right &&
    other.right > piece.left &&
    other.left > piece.left - reach.indent * piece.height
  const below = rows
    .slice(row + 1, row + 1 + rowsAround)
    .flat()
    .find((other) => isUnder(other) && isNear(other, reach.below))
  const rowsAbove = rows.slice(Math.max(0, row - rowsAround), row)
  const above =
    rowsAbove.flat().findLast((other) => isUnder(other) && isNear(other, reach.above)) ??
    aloneAbove(piece, level, rowsAbove, isNear)
  const isClose = right && right.left - piece.right < reach.right * piece.height
  return [
    ...(right && isClose && isFree(right) ? candidate('beside', right.glyphs, right) : []),
    ...(below && isFree(below) ? candidate('below', below.glyphs, below) : []),
    ...(above && isFree(above) ? candidate('above', above.glyphs, above) : []),
  ]
}

/** The label of a line stands below the middle of the line, and the value at its beginning. */
function aloneAbove(
  label: Piece,
  level: Row,
  rowsAbove: readonly Row[],
  isNear: (other: Piece, most: number) => boolean,
): Piece | undefined {
  const [only, ...others] = rowsAbove.at(-1) ?? []
  return only &&
    others.length === 0 &&
    level.length === 1 &&
    only.right < label.left &&
    isNear(only, reach.above)
    ? only
    : undefined
}

/** How much of what may be labelled around here stands on this side of its label, from almost 0 to 1. */
function usualness({ label, side }: Candidate, all: readonly Candidate[]): number {
  const totals: Record<Side, number> = { beside: 0, below: 0, above: 0 }
  for (const other of all) {
    const apart = Math.abs(other.label.piece.middle - label.piece.middle) / label.piece.height
    totals[other.side] += other.score * (0.1 + Math.exp(-apart / neighborhood))
  }
  return totals[side] / Math.max(...Object.values(totals))
}

/** How well a text fits as the value of a field, from 0 to 1. */
function fitOf(field: FieldName, text: string): number {
  if (!/[\p{L}\p{N}]/u.test(text)) return 0
  if (field === 'signed-on' || field === 'ends-on' || field === 'period-from') return readDate(text) ? 1 : 0
  if (field === 'number') return numberIn(text) === undefined || readDate(text) ? 0 : 1
  if (isProse(text) || !/\p{L}{2}/u.test(text)) return 0
  if (field.endsWith('address')) return /\d/.test(text) ? 1 : 0.4
  // A line that holds nothing but a day or a number is no name.
  if (readDate(text) || text.replace(/\D/g, '').length > text.length / 2) return 0
  return /^[\p{Lu}\p{N}"'’]/u.test(text.trim()) ? 1 : 0.5
}

const longest = 120

export function numberIn(text: string): string | undefined {
  const number = /[A-Z0-9][A-Z0-9./-]*(?: [A-Z0-9./-]*\d[A-Z0-9./-]*)*/i.exec(
    text.replace(/^\s*(?:no|number|#)[.:\s]+/i, ''),
  )?.[0]
  return number && number.replace(/\D/g, '').length >= 4 && number.length <= 30
    ? number.slice(0, longest)
    : undefined
}

export const textOf = (glyphs: readonly Glyph[]) =>
  glyphs
    .map((glyph) => glyph.text)
    .join('')
    .replace(/^[\s_.:;|,]+|[\s_:;|]+$/g, '')
