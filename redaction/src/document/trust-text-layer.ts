import type { Finding } from '../finding.ts'
import {
  type Bounds,
  centre,
  growQuad,
  heightOf,
  isCovered,
  isInside,
  type Point,
  type Quad,
} from '../geometry/quad.ts'
import { bandOf, pageAngle } from '../page/piece.ts'
import { readView } from '../page/read-view.ts'
import { paintQuads } from '../picture/paint-quads.ts'
import type { Picture } from '../picture/picture.ts'
import { croppedView } from '../picture/view.ts'
import type { Glyph, Line, ReadOptions, TextReader } from '../reader/text-reader.ts'
import { pairUp } from './pair-texts.ts'
import type { LayerGlyph, PageImage } from './rasteriser.ts'
import { findUnexplainedInk } from './text-layer-ink.ts'
import { blankBetween, lineOf, textLayerLines } from './text-layer-lines.ts'
import type { Shape, Shapes } from './text-layer-shapes.ts'

/**
 * Takes a page's text from the file where the drawing agrees with it. A character counts when its shape was read at
 * least once as that character. Ink that such characters do not explain is looked at as on any picture, and numbers
 * that stay readable are read in the second reading. In doubt, the whole page is read.
 */

// With more of a page to be looked at than this, it is read as a whole.
const maxUnexplained = 0.35
// Share of what is read that must be what the file says, in all and in one stretch.
const agreement = { page: 0.85, stretch: 0.7 }
const sure = 0.9
// How often other words are tried for shapes that were not read right.
const rounds = 3
// Shapes of two digits may be taken for one. That matters for numbers with check digits or a given range, which are not
// shorter than this: others are secrets by their labels and their form, whatever their digits are.
const checkedDigits = 9
const white = 255
// In heights of a line: the space around words that reading works best with.
const margin = { first: 0.08, again: 0.2 }
// So many pixels of the page become 32 of the detector, which works in steps of these: about as on a whole page, and as
// when that is read again.
const detectorStep = { pixels: 32, first: 64, again: 72 }
// Large shapes made of rules are looked for at this size. Boxes and lines of a form are often taken for single signs.
const coarse = { detectionSide: 512, minCharacters: 3, minConfidence: 0.8 }

export interface TrustedPage {
  lines: Line[]
  /** Whether a line is the file's own text, with its blanks. */
  isHeld(line: Line): boolean
  /** Nothing is seen but characters and lines: no picture, and no barcode, whose ends are neither. */
  isTextAlone: boolean
  /** Reads, at another scale, numbers that are not hidden, but for those that were read before and are as they were. */
  readAgain(picture: Picture, hidden: readonly Finding[]): Promise<Line[]>
}

/** A word of the text layer, with the shape of each character where it can be recognized. */
interface Word {
  glyphs: Glyph[]
  shapes: (Shape | undefined)[]
}

/** Words side by side that are read at once. */
type Stretch = Word[]

export async function trustTextLayer(
  { picture, characters = [] }: PageImage,
  reader: TextReader,
  shapes: Shapes,
  signal: AbortSignal | undefined,
): Promise<TrustedPage | undefined> {
  const { readLines } = reader
  if (!readLines || characters.length === 0) return undefined
  const shapeOf = new Map(characters.map((glyph): [Glyph, Shape | undefined] => [glyph, undefined]))
  for (const glyph of characters)
    if (/\S/.test(glyph.text)) shapeOf.set(glyph, shapes.at(picture, glyph.text, glyph.ink))
  const rows = (textLayerLines(characters)[1] ?? []).map((line) => wordsOf(line, shapeOf))
  const confirmed = await proveShapes(rows, (places) => readLines(picture, places, { signal }))
  if (!confirmed) return undefined

  const isProved = isProvedBy(shapes)
  const proved = rows.flatMap((row) => row.filter(isProved)).flatMap(({ glyphs }) => glyphs) as LayerGlyph[]
  const ink = proved.map((glyph) => glyph.ink)
  const { areas, hasShortRules } = findUnexplainedInk(picture, ink)
  if (shareOf(areas, picture) > maxUnexplained) return undefined
  const held = rows.flatMap((row) => linesOf(row, isProved))
  if (held.length === 0) return undefined
  const own = new Set(held)
  const direction = pageAngle(held)

  const readAreas = async (page: Picture, step: number, care: ReadOptions['care']) => {
    const residue = areas.length > 0 ? without(page, ink) : page
    const found: Line[] = []
    for (const area of areas) {
      const bounds = inSteps(area, step, page)
      const longer = Math.max(bounds.right - bounds.left, bounds.bottom - bounds.top)
      const detectionSide = Math.round((longer * detectorStep.pixels) / step)
      const options = { detectionSide, enlarge: true, direction, care, signal }
      const lines = await readView(reader, croppedView(residue, bounds), options)
      // What else is seen there belongs to another area.
      found.push(...lines.filter(({ quad }) => isWithin(area, centre(quad))))
    }
    return found
  }
  const others = await readAreas(picture, detectorStep.first, 'quick')
  if (hasShortRules) {
    const { detectionSide } = coarse
    const found = await reader.read(without(picture, [...ink, ...areas]), {
      detectionSide,
      direction,
      signal,
    })
    others.push(
      ...found.filter(
        ({ glyphs, confidence }) =>
          glyphs.length >= coarse.minCharacters && confidence >= coarse.minConfidence,
      ),
    )
  }
  const numbers = rows.flatMap(numbersIn)
  return {
    lines: [...held, ...others],
    isHeld: (line) => own.has(line),
    isTextAlone: areas.length === 0,
    async readAgain(page, hidden) {
      const isOpen = (word: Word) => !isCovered(bandOf(word.glyphs), hidden)
      const isPainted = (word: Word) => isTouched(word, hidden)
      const isCertain = (word: Word) =>
        confirmed.has(word) ||
        word.shapes.every(
          (shape, i) => shape?.isProved && shapes.isDistinct(shape, (word.glyphs[i] as Glyph).text),
        )
      const mayDiffer = (stretch: Stretch) =>
        digitCountOf(stretch) >= checkedDigits && !stretch.every(isCertain)
      const places = numbers
        .filter((stretch) => stretch.some(isOpen) && (stretch.some(isPainted) || mayDiffer(stretch)))
        .map((stretch) => placeOf(stretch, margin.again))
      const lines = await readLines(page, places, { care: 'former', signal })
      return [
        ...lines.filter(({ glyphs }) => glyphs.length > 0),
        ...(await readAreas(page, detectorStep.again, 'numbers')),
      ]
    },
  }
}

/** Reads words until every shape was read once, and gives those that were read exactly as the file says. Undefined when too much reads otherwise. */
async function proveShapes(
  rows: readonly Word[][],
  readLines: (places: Quad[]) => Promise<Line[]>,
): Promise<ReadonlySet<Word> | undefined> {
  const wasRead = new Set<Word>()
  const confirmed = new Set<Word>()
  for (let round = 0; round < rounds; round++) {
    const chosen = stretchesOf(rows, wordsForProof(rows.flat(), wasRead))
    if (chosen.length === 0) break
    const lines = await readLines(chosen.map((stretch) => placeOf(stretch, margin.first)))
    let [agreed, total] = [0, 0]
    for (const [i, stretch] of chosen.entries()) {
      const line = lines[i] as Line
      const length = stretch.reduce((sum, { glyphs }) => sum + glyphs.length, 0)
      const count = prove(stretch, line)
      const isExact = count === length && count === line.glyphs.filter(({ text }) => text !== ' ').length
      for (const word of stretch) {
        wasRead.add(word)
        if (isExact) confirmed.add(word)
      }
      agreed += count
      total += length
    }
    if (round === 0 && agreed < agreement.page * total) return undefined
  }
  return confirmed
}

/** Marks the shapes that a reading confirms; gives how many characters agree. */
function prove(stretch: Stretch, line: Line): number {
  const shapes = new Map(
    stretch.flatMap(({ glyphs, shapes }) => glyphs.map((glyph, i) => [glyph, shapes[i]])),
  )
  const pairs = pairUp([...shapes.keys()], line.glyphs)
  if (pairs.length < agreement.stretch * shapes.size) return pairs.length
  for (const { held, read } of pairs) {
    const shape = shapes.get(held)
    if (shape && read.confidence >= sure) shape.isProved = true
  }
  return pairs.length
}

/** As few words as show every shape that is not proved yet. */
function wordsForProof(words: readonly Word[], wasRead: ReadonlySet<Word>): Set<Word> {
  const open = new Map<Word, Shape[]>()
  for (const word of words) {
    const shapes = wasRead.has(word) ? [] : word.shapes.filter((shape) => shape && !shape.isProved)
    if (shapes.length > 0) open.set(word, [...new Set(shapes as Shape[])])
  }
  const chosen = new Set<Word>()
  const covered = new Set<Shape>()
  while (open.size > 0) {
    let best: { word: Word; gain: number } | undefined
    for (const [word, shapes] of open) {
      const missing = shapes.filter((shape) => !covered.has(shape))
      if (missing.length === 0) open.delete(word)
      else open.set(word, missing)
      const gain = missing.length / (word.glyphs.length + 1)
      if (missing.length > 0 && gain > (best?.gain ?? 0)) best = { word, gain }
    }
    if (!best) break
    chosen.add(best.word)
    for (const shape of open.get(best.word) ?? []) covered.add(shape)
    open.delete(best.word)
  }
  return chosen
}

// Other signs alone do not count: dots and dashes side by side can be made to show anything.
const isProvedBy =
  (known: Shapes) =>
  ({ glyphs, shapes }: Word) =>
    shapes.every((shape) => shape?.isProved) &&
    glyphs.some(
      ({ text }, i) =>
        /[\p{L}\d]/u.test(text) || (/[&#@%]/.test(text) && known.isDistinct(shapes[i] as Shape, text)),
    )

const digitCountOf = (words: readonly Word[]) =>
  words.reduce((sum, { glyphs }) => sum + glyphs.filter(({ text }) => /\d/.test(text)).length, 0)

/** Words with digits, those side by side together. */
const numbersIn = (row: Word[]): Stretch[] =>
  stretchesOf([row], new Set(row.filter((word) => digitCountOf([word]) > 0)))

function wordsOf({ glyphs }: Line, shapeOf: ReadonlyMap<Glyph, Shape | undefined>): Word[] {
  const words: Word[] = []
  let before: Glyph | undefined
  for (const glyph of glyphs) {
    const last = words[words.length - 1]
    if (glyph.text !== ' ') {
      const isNext = last && before && before.text !== ' ' && isReadable(before) === isReadable(glyph)
      if (isNext) {
        last.glyphs.push(glyph)
        last.shapes.push(shapeOf.get(glyph))
      } else words.push({ glyphs: [glyph], shapes: [shapeOf.get(glyph)] })
    }
    before = glyph
  }
  return words
}

/** Signs that no reading can confirm, and the lines of fields, are words of their own. */
const isReadable = ({ text }: Glyph) => /^[!-^`-~\p{Script=Latin}‐-”ﬀ-ﬆ]$/u.test(text)

/** Chosen words, those beside each other together. */
function stretchesOf(rows: readonly Word[][], chosen: ReadonlySet<Word>): Stretch[] {
  return rows.flatMap((row) => {
    const stretches: Stretch[] = []
    row.forEach((word, i) => {
      if (!chosen.has(word)) return
      const before = row[i - 1]
      if (before && chosen.has(before)) stretches[stretches.length - 1]?.push(word)
      else stretches.push([word])
    })
    return stretches
  })
}

/** The words of a row that are proved, as lines; others are read where they stand. */
const linesOf = (row: Word[], isProved: (word: Word) => boolean): Line[] =>
  stretchesOf([row], new Set(row.filter(isProved))).map((stretch) =>
    lineOf(
      stretch.flatMap(({ glyphs }, i) => {
        const before = stretch[i - 1]?.glyphs.at(-1)
        return before ? [blankBetween(before, glyphs[0] as Glyph), ...glyphs] : glyphs
      }),
    ),
  )

function placeOf(stretch: Stretch, margin: number): Quad {
  const quad = bandOf(stretch.flatMap(({ glyphs }) => glyphs))
  return growQuad(quad, 2 * margin * heightOf(quad), margin * heightOf(quad))
}

const isTouched = ({ glyphs }: Word, hidden: readonly Finding[]) =>
  glyphs.some((glyph) => hidden.some(({ quad }) => isInside(quad, centre(glyph.quad))))

/** An area grown to whole steps, as far as the page reaches. */
function inSteps({ left, top, right, bottom }: Bounds, step: number, { width, height }: Picture): Bounds {
  const [wide, high] = [right - left, bottom - top].map((size) => Math.ceil(size / step) * step) as [
    number,
    number,
  ]
  const from = (start: number, size: number, end: number) => Math.max(0, Math.min(start, end - size))
  const [x, y] = [from(left, wide, width), from(top, high, height)]
  return { left: x, top: y, right: Math.min(width, x + wide), bottom: Math.min(height, y + high) }
}

const isWithin = ({ left, top, right, bottom }: Bounds, [x, y]: Point) =>
  x >= left && x <= right && y >= top && y <= bottom

const shareOf = (areas: readonly Bounds[], { width, height }: Picture) =>
  areas.reduce((sum, { left, top, right, bottom }) => sum + (right - left) * (bottom - top), 0) /
  (width * height)

/** The page without the characters in these places. */
function without(page: Picture, places: readonly Bounds[]): Picture {
  const copy = { ...page, pixels: page.pixels.slice() }
  paintQuads(
    copy,
    places.map(({ left, top, right, bottom }) => [
      [left - 1, top - 1],
      [right + 1, top - 1],
      [right + 1, bottom + 1],
      [left - 1, bottom + 1],
    ]),
    white,
  )
  return copy
}
