/** Boxes that are marked and signatures: what counts is ink beyond that of the blank. */
import type { Zone } from '@exempta/knowledge/schema'
import type { FieldName } from '@exempta/knowledge/terms'
import { centre, growQuad, heightOf, isInside, overlaps, type Quad } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import { isMarkZone, type PlacedZone } from './fill-zones.ts'
import { inkShare, isShadowEdge, penShare } from './ink.ts'
import type { ReadField } from './page-reading.ts'
import type { FormOnPage } from './place-form.ts'

export function readMarks(
  placed: FormOnPage,
  lines: readonly Line[],
  picture: Picture,
  hidden: readonly Quad[],
): Omit<ReadField, 'position'>[] {
  const usualInk = usualInkOf(placed, picture)
  const crosses = lines.flatMap(crossesIn)
  const marks = placed.zones.flatMap((zone) => readMark(zone, placed, picture, hidden, { usualInk, crosses }))
  return marks.map(({ more, ...mark }) => {
    // Of two boxes that exclude each other, or of a list, one is marked: a second one is print that isn't the blank's.
    const isRivaled = marks.some(
      (other) =>
        other.quad !== mark.quad && groupOf(other.name) === groupOf(mark.name) && other.more >= rival * more,
    )
    return { ...mark, isSure: mark.isSure && !(isRivaled && groupOf(mark.name) !== undefined) }
  })
}

const rival = 0.6
const groupOf = (name: FieldName) =>
  name === 'single' || name === 'blanket' ? 'kind' : name === 'reason' ? name : undefined

interface Mark extends Omit<ReadField, 'position'> {
  /** How much darker than on the blank. */
  more: number
}

/** An X that is no letter of a word. */
const crossesIn = ({ glyphs }: Line) =>
  glyphs.filter(
    ({ text }, i) =>
      /^[x×✓✔✗✘]$/i.test(text) &&
      [glyphs[i - 1], glyphs[i + 1]].every((beside) => !/[\p{L}\p{N}]/u.test(beside?.text ?? '')),
  )

// How much darker than the blank: a cross in a box, one that was also read as a letter, a name on a line.
const markInk = { box: 0.06, sureBox: 0.1, cross: 0.01, signature: 0.012, sureSignature: 0.025 }
const sureCross = 0.9

const mostInk = 0.7
// About a third of a signature runs through the line and the print below it, and isn't counted.
const besidePrint = 1.5

function readMark(
  { zone, quad }: PlacedZone,
  placed: FormOnPage,
  picture: Picture,
  hidden: readonly Quad[],
  { usualInk, crosses }: { usualInk: number; crosses: readonly Glyph[] },
): Mark[] {
  const isBox = isMarkZone(zone)
  if (!(isBox || zone.field === 'signature') || hidden.some((area) => overlaps(area, quad))) return []
  const area = areaOfInk(zone, quad)
  const ink = inkShare(picture, area)
  // Blacked out in an earlier version.
  if (ink > mostInk) return []
  const beyond = ink - inkOfBlank(placed, zone)
  const more = isBox
    ? beyond
    : Math.min(beyond, besidePrint * penShare(picture, area, printedIn(placed, area)))
  const [least, enough] = isBox ? [markInk.box, markInk.sureBox] : [markInk.signature, markInk.sureSignature]
  const cross =
    isBox && more - usualInk >= markInk.cross && crosses.find((glyph) => isInside(quad, centre(glyph.quad)))
  if (more < least && !cross) return []
  return [
    {
      name: zone.field,
      value: zone.value ?? 'yes',
      quad,
      more,
      confidence: Math.max(cross ? cross.confidence : 0, Math.min(1, more / (2 * least))),
      isSure:
        placed.supported.has(zone) &&
        ((cross && cross.confidence >= sureCross) ||
          (more - (isBox ? usualInk : 0) >= enough && !(isBox && isShadowEdge(picture, quad)))),
    },
  ]
}

// In heights of a line: the page may lie a little off.
const aroundPrint = 0.15

/** Words of the blank in an area. */
const printedIn = ({ fingerprint, alignment, lineHeight }: FormOnPage, area: Quad): Quad[] =>
  fingerprint.words
    .map((word) => growQuad(alignment.placeBox(word), aroundPrint * lineHeight, aroundPrint * lineHeight))
    .filter((quad) => overlaps(quad, area))

/** How much darker than on the blank even the lighter ones of several boxes are: a page that lies badly, or a dark copy. */
function usualInkOf(placed: FormOnPage, picture: Picture): number {
  const inks = placed.zones
    .filter(({ zone }) => isMarkZone(zone))
    .map(({ zone, quad }) => inkShare(picture, areaOfInk(zone, quad)) - inkOfBlank(placed, zone))
  // Two thirds of the boxes are never marked all at once.
  const usual = inks.sort((a, b) => a - b)[Math.floor((inks.length - 1) / 3)] ?? 0
  return inks.length > 1 ? Math.max(0, usual) : 0
}

// Of the zone, on each side: the lines around it are no signature.
const border = 0.12

/** The part of a zone whose ink counts. */
export function areaOfInk(zone: Zone, quad: Quad): Quad {
  return isMarkZone(zone) ? quad : growQuad(quad, -border * heightOf(quad), -border * heightOf(quad))
}

const judgedByInk: readonly FieldName[] = ['signature', 'driver-license', 'ssn']

/** Whether a zone's ink on the blank must be learned. */
export const needsInk = (zone: Zone) => isMarkZone(zone) || judgedByInk.includes(zone.field)

export function inkOfBlank({ fingerprint, form }: FormOnPage, zone: Zone): number {
  const mark = fingerprint.marks.find(
    ({ x, y, width, height }) =>
      x === zone.x && y === zone.y && width === zone.width && height === zone.height,
  )
  if (!mark) throw new Error(`${form.code}: a zone was moved. Run npm run forms:learn again.`)
  return mark.ink
}
