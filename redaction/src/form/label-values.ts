/** Which text belongs to which label: a page keeps its values beside, below or above its labels, mostly all alike. */
import type { FieldName } from '@exempta/knowledge/terms'
import { distance } from '../geometry/quad.ts'
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
  /** A number of the federal government: another one is likelier the one that is claimed. */
  isFederal?: boolean
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
  isFederal: boolean
  /** From 0 to 1: a name may be that of anyone. */
  weight: number
}

interface Candidate {
  label: Placed
  side: Side
  value: { piece: Piece | undefined; glyphs: readonly Glyph[] }
  score: number
}

// In heights of a line, from middle to middle.
const reach = { right: 26, below: 2.7, above: 2.3, indent: 1.5, caption: 4 }
// A value stands further from its label than the next word of a text would.
const leastGap = 0.6
const rowsAround = 4
// In heights of a line: labels so near say most about where values stand.
const neighborhood = 9
const leastScore = 0.18
const vague = 0.4

/** The likeliest first. */
export function valuesOf(rows: readonly Row[]): LabelledValue[] {
  const { labels, headings } = labelsOn(rows)
  const printed = new Set([...labels.filter(hasOwnValue), ...headings].map(({ piece }) => piece))
  const candidates = labels.flatMap((label) => candidatesFor(label, rows, printed))
  const likely = candidates
    .map((candidate) => ({ ...candidate, score: candidate.score * usualness(candidate, candidates) }))
    .filter(({ score }) => score >= leastScore)
    .sort((a, b) => b.score - a.score || a.label.row - b.label.row)
  const taken = new Set<Piece | Placed | Glyph>()
  const found: LabelledValue[] = []
  for (const { label, value } of likely) {
    const place = value.piece?.glyphs[0] ?? label
    if (taken.has(label) || taken.has(place) || taken.has(label.piece.glyphs[0] as Glyph)) continue
    taken.add(label)
    taken.add(place)
    found.push({
      field: label.field,
      glyphs: [...value.glyphs],
      text: textOf(value.glyphs),
      ...(label.isFederal && { isFederal: true }),
    })
  }
  return found
}

/** A label alone, or with a value behind it, is no value of another label. */
const hasOwnValue = ({ rest, isVague, field }: Placed) =>
  rest.length === 0 || !isVague || (/number|-on$/.test(field) && fitOf(field, textOf(rest)) > 0)

interface Heading {
  party: Party
  piece: Piece
}

function labelsOn(rows: readonly Row[]): { labels: Placed[]; headings: Heading[] } {
  const headings: Heading[] = sideHeadings(rows)
  const sides = [...headings]
  const continued = new Set<Piece>()
  const labels = rows.flatMap((row, at) =>
    row.flatMap((piece): Placed[] => {
      if (continued.has(piece) || sides.some((side) => side.piece === piece)) return []
      const inTwoRows = labelInTwoRows(piece, rows, at)
      if (inTwoRows) continued.add(inTwoRows.piece)
      const label = inTwoRows?.label ?? labelIn(piece.text)
      const own = inTwoRows ?? (label && restOf(piece, label))
      const rest = own && 'glyphs' in own ? own.glyphs : undefined
      const party = partyOfHeading(piece.text)
      // "Seller" alone may be a heading, and so may be text with the word in it that is no label.
      const isHeading =
        !label || (!own && label.isPartyOpen) || (rest?.length === 0 && mayBeHeading.test(piece.text))
      if (isHeading && (party || isSection.test(piece.text)))
        headings.push({ party: party ?? 'purchaser', piece })
      if (!label || label.field === 'other' || !own) return []
      const field = label.isPartyOpen
        ? ofParty(label.field, partyIn(piece.text) ?? sideOf(piece, sides) ?? partyAbove(piece, headings))
        : label.field
      const isAnyName = label.isPartyOpen && !/\b(?:business|company|firm|organization)\b/i.test(piece.text)
      return [
        {
          field,
          piece: inTwoRows?.piece ?? piece,
          row: inTwoRows?.row ?? at,
          rest: own.glyphs,
          isVague: own.isVague,
          isFederal: federal.test(piece.text),
          weight: isAnyName ? anyName : 1,
        },
      ]
    }),
  )
  return { labels: withDealers(labels), headings: headings.filter(({ piece }) => isSection.test(piece.text)) }
}

const federal = /\b(?:federal|f?\.?e\.?i\.?n\b|employer)/i
const anyName = 0.9

// In heights of a line: a label that goes on below itself.
const goesOn = { below: 1.9, aside: 2.5 }

/** "Sales tax registration number" and below it "of purchaser", "(if required)". */
function labelInTwoRows(piece: Piece, rows: readonly Row[], at: number) {
  if (piece.text.trim().split(/\s+/).length > mostWordsOfLabel) return undefined
  const first = labelIn(piece.text)
  const isOpen = first ? textOf(piece.glyphs.slice(first.end)) === '' : !isProse(piece.text)
  if (!isOpen || /[:_]\s*$/.test(piece.text)) return undefined
  for (const [below, row] of rows.slice(at + 1, at + 1 + rowsAround).entries())
    for (const next of row) {
      const isBelow =
        next.middle - piece.middle < goesOn.below * Math.max(piece.height, next.height) &&
        Math.abs(next.left - piece.left) < goesOn.aside * piece.height
      if (!isBelow) continue
      const start = piece.text.trimEnd().length + 1
      const label = labelIn(`${piece.text.trimEnd()} ${next.text}`)
      const goesFurther = label && label.end > start + 1 && (!first || label.field === first.field)
      if (!goesFurther || (!first && !label.isClosed)) return undefined
      // Without a mark or a small letter at its beginning, it's another label.
      if (first && !/^\s*(?:[(\p{Ll}]|[^:]{0,40}:)/u.test(next.text)) return undefined
      const rest = restOf(next, { ...label, end: label.end - start })
      return rest && { ...rest, label, piece: next, row: at + 1 + below }
    }
  return undefined
}

const mostWordsOfLabel = 12

// Of the size of a letter: words that are set from bottom to top are taller than wide.
const standing = 1.5

/** "Seller" in the margin, from bottom to top, beside the rows about the seller. */
function sideHeadings(rows: readonly Row[]): Heading[] {
  return rows.flat().flatMap((piece): Heading[] => {
    const party = partyOfHeading(piece.text)
    const letters = piece.glyphs.filter(({ text }) => text.trim() !== '')
    if (!party || letters.length < 4) return []
    const { width, height } = extentOf(letters)
    return height > standing * width ? [{ party, piece }] : []
  })
}

function extentOf(glyphs: readonly Glyph[]) {
  const corners = glyphs.flatMap(({ quad }) => quad)
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  return { width: Math.max(...xs) - Math.min(...xs), height: bottom - top, top, bottom }
}

/** "Street and city of merchant" says itself whose they are. */
const partyIn = (text: string) => partyOfHeading(/\bof (?:the )?[\p{L} ]+$/iu.exec(text.trim())?.[0] ?? '')

/** Whose rows a piece is in, where that stands beside them. */
function sideOf(piece: Piece, sides: readonly Heading[]): Party | undefined {
  const own = extentOf(piece.glyphs)
  const middle = (own.top + own.bottom) / 2
  const [nearest] = sides
    .map(({ party, piece: side }) => {
      const { top, bottom } = extentOf(side.glyphs)
      return { party, apart: Math.max(0, top - middle, middle - bottom) }
    })
    .sort((a, b) => a.apart - b.apart)
  return nearest?.party
}

const mayBeHeading = /^\W*\p{L}+(?: information| details)?\W*$/iu
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
  const last = above.at(-1)?.piece
  if (!last) return 'purchaser'
  // Of several side by side the nearest is meant.
  const level = above.filter(({ piece: other }) => Math.abs(other.middle - last.middle) < last.height)
  const [nearest] = level.toSorted((a, b) => apartAcross(a.piece, piece) - apartAcross(b.piece, piece))
  const over = above.findLast(({ piece: other }) => isOver(other))
  return (level.length > 1 ? nearest : (over ?? nearest))?.party ?? 'purchaser'
}

const apartAcross = (one: Piece, other: Piece) => Math.max(0, one.left - other.right, other.left - one.right)

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
            score: label.weight * (isVague ? vague : 1) * (fit / (1 + apart / 4)),
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
  const isUnder = (other: Piece, indent = reach.indent) =>
    other.left < piece.right && other.right > piece.left && other.left > piece.left - indent * piece.height
  const inColumn = (some: readonly Row[]) => some.flat().map((other) => partIn(other, piece, level))
  const below = inColumn(rows.slice(row + 1, row + 1 + rowsAround)).find(
    (other) => isUnder(other) && isNear(other, reach.below),
  )
  const rowsAbove = rows.slice(Math.max(0, row - rowsAround), row)
  const above =
    // Below a line its label is often set in from where the line begins.
    inColumn(rowsAbove).findLast((other) => isUnder(other, reach.caption) && isNear(other, reach.above)) ??
    aloneAbove(piece, level, rowsAbove, isNear)
  const isClose = right && right.left - piece.right < reach.right * piece.height
  return [
    ...(right && isClose && isFree(right) ? candidate('beside', right.glyphs, right) : []),
    ...(below && isFree(below) ? candidate('below', below.glyphs, below) : []),
    ...(above && isFree(above) ? candidate('above', above.glyphs, above) : []),
  ]
}

/** Values that two labels share a row with can stand so near each other that they are one text: each begins at its label. */
function partIn(value: Piece, label: Piece, level: Row): Piece {
  const [previous, next] = [level[level.indexOf(label) - 1], level[level.indexOf(label) + 1]]
  const isSetIn = value.left < label.left - reach.indent * label.height
  const isWide = isSetIn || (next && value.right > next.left + label.height)
  if (!isWide || value.left > label.right || value.right < label.left) return value
  const [first, last] = [value.glyphs[0] as Glyph, value.glyphs[value.glyphs.length - 1] as Glyph]
  const length = distance(first.quad[0], last.quad[1])
  const leftOf = ({ quad }: Glyph) =>
    value.left + ((value.right - value.left) * distance(first.quad[0], quad[0])) / length
  const startsAt = (edge: number) =>
    value.glyphs.findIndex(
      (glyph, i) =>
        glyph.text !== ' ' &&
        (i === 0 || value.glyphs[i - 1]?.text === ' ') &&
        Math.abs(leftOf(glyph) - edge) < offLabel * label.height,
    )
  const written = partInSentence(
    value.glyphs,
    value.glyphs.findLastIndex((glyph) => leftOf(glyph) <= label.left),
  )
  // Without another label on the left, what begins there is the beginning of the value.
  const isAfterAnother = isSetIn && previous !== undefined && value.left < previous.right
  const start = written?.start ?? (isAfterAnother ? startsAt(label.left) : 0)
  const end = written?.end ?? (next && value.right > next.left + label.height ? startsAt(next.left) : -1)
  if (start < 0 || (start === 0 && end <= 0)) return value
  const glyphs = value.glyphs.slice(start, end > start ? end : undefined)
  const edge = glyphs.findLast(({ text }) => text !== ' ') as Glyph
  return {
    ...value,
    glyphs,
    text: glyphs.map(({ text }) => text).join(''),
    left: leftOf(glyphs[0] as Glyph),
    right: value.left + ((value.right - value.left) * distance(first.quad[0], edge.quad[1])) / length,
  }
}

// In heights of a line.
const offLabel = 0.8

const smallWord = /^(?:of|the|and|&|de|la|at)$/
const fewestOfSentence = 2

/** What is written into a sentence, of which the character at `at` is a part: its words have capitals or digits. */
function partInSentence(glyphs: readonly Glyph[], at: number): { start: number; end: number } | undefined {
  const text = glyphs.map((glyph) => (glyph.text === ' ' ? ' ' : glyph.text.charAt(0) || ' ')).join('')
  const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    word,
    index,
    end: index + word.length,
  }))
  const isWritten = ({ word }: { word: string }) => /^["'(#]?[\p{Lu}\p{N}]/u.test(word)
  let first = words.findLastIndex(({ index }) => index <= at)
  if (first < 0 || !isWritten(words[first] as (typeof words)[number])) return undefined
  let last = first
  const goesOn = (i: number, step: number): boolean => {
    const word = words[i]
    return word !== undefined && (isWritten(word) || (smallWord.test(word.word) && goesOn(i + step, step)))
  }
  while (goesOn(first - 1, -1)) first--
  while (goesOn(last + 1, 1)) last++
  const before = words.slice(0, first).filter(({ word }) => /^\p{Ll}{2,}[,.]?$/u.test(word))
  if (before.length < fewestOfSentence) return undefined
  return {
    start: (words[first] as (typeof words)[number]).index,
    end: (words[last] as (typeof words)[number]).end,
  }
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
  const written = text
    .replace(/^\s*(?:no|number|#)[.:\s]+/i, '')
    .replace(/\s+/g, ' ')
    .trim()
  const words = written.split(' ')
  // One by one, as in the cells of a comb.
  const isComb = words.length > 3 && words.every((word) => word.length <= 2)
  const number = /[A-Z0-9][A-Z0-9./-]*(?: [A-Z0-9./-]*\d[A-Z0-9./-]*)*/i.exec(
    isComb ? words.join('') : written,
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
