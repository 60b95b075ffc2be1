/**
 * Reads a certificate: which form it is, and what was filled in. Before painting it only says where the form's fields
 * lie; values are taken from what is still readable after painting.
 */
import { fingerprints, type PageFingerprint } from '@exempta/knowledge/fingerprints'
import { forms } from '@exempta/knowledge/forms'
import type { Form, Zone } from '@exempta/knowledge/schema'
import { states } from '@exempta/knowledge/states'
import type { FieldName, NotACertificate } from '@exempta/knowledge/terms'
import { boundsOf, centre, coverQuads, growQuad, heightOf, isInside, type Quad } from '../geometry/quad.ts'
import { medianPrintHeight } from '../page/piece.ts'
import type { Picture } from '../picture/picture.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import type { Box } from '../redaction.ts'
import { findSecrets } from '../text/find-secrets.ts'
import { type Alignment, alignForm } from './align-form.ts'
import { type FilledZone, fillZones, isMarkZone, type PlacedZone, placeZones } from './fill-zones.ts'
import { findPrintedWords } from './find-printed-words.ts'
import { inkShare, penShare, placeBetween, placesBeside, strokeShare } from './ink.ts'
import { judgeValue } from './judge-value.ts'
import { findNotACertificate } from './not-a-certificate.ts'
import { readLabels } from './read-labels.ts'
import { formRecognizer } from './recognize-form.ts'
import { subtractBlank } from './subtract-blank.ts'

export interface ReadField {
  name: FieldName
  /** Counts fields of the same name on a page, from 0. */
  position: number
  value: string
  /** The state that a number is for, where the form says it. */
  state?: string
  quad: Quad
  confidence: number
  /** Read so well that nobody needs to look; everything else asks the owner to check. */
  isSure: boolean
}

export interface PageReading {
  /** Absent when the page is no form that we know. */
  form?: {
    code: string
    page: number
    confidence: number
    /** Where its zones lie, as shares of the page, in the order of the form's own zones; only when asked for. */
    zones?: Omit<Box, 'page'>[]
  }
  /** Present when the page is another kind of paper that we know. */
  notACertificate?: NotACertificate
  fields: ReadField[]
}

/** A page that is a known form, with its fields in place. */
export interface FormOnPage {
  form: Form
  fingerprint: PageFingerprint
  score: number
  alignment: Alignment
  zones: PlacedZone[]
  lineHeight: number
}

export type PlaceForm = (lines: readonly Line[]) => FormOnPage | undefined

/** Finds one of these forms on a page and lays its fields over it. */
export function formPlacer(
  forms: ReadonlyMap<string, Form>,
  fingerprints: readonly PageFingerprint[],
): PlaceForm {
  const recognize = formRecognizer(fingerprints)
  return (lines) => {
    const recognized = recognize(lines.map(({ text }) => text))
    const form = recognized && forms.get(recognized.fingerprint.form)
    if (!recognized || !form) return undefined
    const { fingerprint, score } = recognized
    const lineHeight = medianPrintHeight(lines)
    const alignment = alignForm(fingerprint.words, findPrintedWords(lines, fingerprint.words), lineHeight)
    if (!alignment) return undefined
    const zones = placeZones(
      form.zones.filter(({ page }) => page === fingerprint.page),
      alignment,
    )
    return { form, fingerprint, score, alignment, zones, lineHeight }
  }
}

let placer: PlaceForm | undefined

/** Finds the forms that ship with the product. */
export const placeForm: PlaceForm = (lines) => {
  placer ??= formPlacer(forms, fingerprints)
  return placer(lines)
}

/** What was filled in, zone by zone, of the given lines. */
export function filledZonesOf(
  { fingerprint: { words }, alignment, zones, lineHeight }: FormOnPage,
  lines: readonly Line[],
): FilledZone[] {
  const occurrences = findPrintedWords(lines, words)
  return fillZones(zones, subtractBlank(lines, words, occurrences, alignment, lineHeight), lineHeight)
}

/** The state whose number a zone holds, as far as the form itself says it. */
export function stateOf(form: Form, { value }: Zone): string | undefined {
  if (value && /^[A-Z]{2}$/.test(value)) return value
  return form.states.length === 1 && value === undefined && !hasListOfStates(form)
    ? form.states[0]
    : undefined
}

/** Some forms of one state have a list of numbers of any states, each with its state beside it. */
const hasListOfStates = ({ zones }: Form) => zones.filter(({ field }) => field === 'number-state').length > 1

/** The state that is written beside a number of such a list, by its two letters. */
export function stateBeside({ zone }: FilledZone, filled: readonly FilledZone[]): string | undefined {
  const apart = (other: Zone) => Math.abs(other.x + other.width / 2 - zone.x - zone.width / 2)
  const [nearest] = filled
    .filter(
      (other) => other.zone.field === 'number-state' && Math.abs(other.zone.y - zone.y) < zone.height / 2,
    )
    .sort((a, b) => apart(a.zone) - apart(b.zone))
  const text = nearest?.rows
    .flat()
    .map((glyph) => glyph.text)
    .join('')
    .trim()
    .toUpperCase()
  return text && states.has(text) ? text : undefined
}

/** Where the zones of a form lie on its page, as shares of the page. */
export function zonesOn({ zones }: FormOnPage, { width, height }: Picture): Omit<Box, 'page'>[] {
  return zones.map(({ quad }) => {
    const { left, top, right, bottom } = boundsOf([quad])
    return {
      x: left / width,
      y: top / height,
      width: (right - left) / width,
      height: (bottom - top) / height,
    }
  })
}

// A signature is seen and not read; the others are secrets, even if some of one is still there.
const neverRead: readonly FieldName[] = ['signature', 'driver-license', 'ssn']

/**
 * Reads a form on a page whose secrets are painted over. `hidden` are the painted areas: nothing that touches one of
 * them is read.
 */
export function readForm(
  placed: FormOnPage,
  lines: readonly Line[],
  picture: Picture,
  hidden: readonly Quad[],
): PageReading {
  const { form, fingerprint, score, alignment, lineHeight } = placed
  const readable = lines.map((line) => withoutHidden(line, hidden))
  const isTouched = (quad: Quad) => hidden.some((area) => overlaps(area, quad))
  const all = filledZonesOf(placed, readable)
  const values = all.flatMap((filled): Omit<ReadField, 'position'>[] => {
    const { zone, rows } = filled
    // What is left of a value that is hidden in part is no value.
    if (neverRead.includes(zone.field) || rows.length === 0 || isTouched(innerPart(filled.quad, lineHeight)))
      return []
    const state = stateOf(form, zone) ?? (hasListOfStates(form) ? stateBeside(filled, all) : undefined)
    const judged = judgeValue(filled, state, alignment.residual)
    // A value that looks like a secret by itself is none that may be kept.
    if (!judged || findSecrets(judged.value).length > 0) return []
    const quad = coverQuads(rows.flat().map((glyph) => glyph.quad) as [Quad, ...Quad[]])
    if (isTouched(quad)) return []
    return [
      {
        name: zone.field,
        ...judged,
        isSure: judged.isSure && !rows.some((row) => isCutOff(row, placed, lines, picture)),
        ...(zone.field === 'number' && state && { state }),
        quad,
      },
    ]
  })
  const usualInk = usualInkOf(placed, picture)
  const marks = placed.zones.flatMap((zone) => readMark(zone, placed, picture, hidden, usualInk))
  const counts = new Map<FieldName, number>()
  const fields = [...values, ...marks].map((field) => {
    const position = counts.get(field.name) ?? 0
    counts.set(field.name, position + 1)
    return { ...field, position }
  })
  return { form: { code: form.code, page: fingerprint.page, confidence: score }, fields }
}

// Of the place where the next characters would stand.
const leastCutOff = 0.07

/** Whether more is written in or right beside a row than was read: neither text of the blank nor another value. */
function isCutOff(
  row: readonly Glyph[],
  { fingerprint: { words }, alignment: { placeBox } }: FormOnPage,
  lines: readonly Line[],
  picture: Picture,
): boolean {
  const glyphs = row.filter(({ text }) => text !== ' ').map(({ quad }) => quad)
  const gaps = glyphs.slice(1).map((quad, i) => placeBetween(glyphs[i] as Quad, quad))
  const places = [
    ...placesBeside(coverQuads(glyphs as [Quad, ...Quad[]])),
    ...gaps.filter((gap) => gap !== undefined),
  ]
  return places.some(
    (place) =>
      strokeShare(picture, place) >= leastCutOff &&
      !words.some((word) => overlaps(placeBox(word), place)) &&
      !lines.some(
        (line) =>
          overlaps(line.quad, place) &&
          line.glyphs.some(({ text, quad }) => text !== ' ' && overlaps(quad, place)),
      ),
  )
}

/** Reads a page that is no form we know; `hidden` as above. */
export function readUnknownPage(lines: readonly Line[], hidden: readonly Quad[]): PageReading {
  const notACertificate = findNotACertificate(lines)
  if (notACertificate) return { notACertificate, fields: [] }
  const readable = lines.map((line) => withoutHidden(line, hidden)).filter(({ glyphs }) => glyphs.length > 0)
  const fields = readLabels(readable).filter(
    ({ value, quad }) => findSecrets(value).length === 0 && !hidden.some((area) => overlaps(area, quad)),
  )
  return { fields }
}

function withoutHidden(line: Line, hidden: readonly Quad[]): Line {
  const glyphs = line.glyphs.filter(
    ({ quad }) => !hidden.some((area) => isInside(area, centre(quad)) || overlaps(area, quad)),
  )
  return { ...line, glyphs, text: glyphs.map(({ text }) => text).join('') }
}

// Hidden areas are a little larger than what they hide, and reach into the zones beside them.
const edge = { ofLine: 0.3, ofZone: 0.25 }

/** A zone without its edges: a value that is hidden in part is hidden in here. */
function innerPart(zone: Quad, lineHeight: number): Quad {
  const inset = Math.min(edge.ofLine * lineHeight, edge.ofZone * heightOf(zone))
  return growQuad(zone, -inset, -inset)
}

/** Whether two areas touch, by the smallest upright boxes around them: rather too often than too rarely. */
function overlaps(one: Quad, other: Quad): boolean {
  const [a, b] = [boundsOf([one]), boundsOf([other])]
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

// How much darker than the blank: a cross in a box, a name on a line.
const markInk = { box: 0.06, sureBox: 0.1, signature: 0.012, sureSignature: 0.025 }

const mostInk = 0.7
// About a third of a signature runs through the line and the print below it, and isn't counted.
const besidePrint = 1.5

function readMark(
  { zone, quad }: PlacedZone,
  placed: FormOnPage,
  picture: Picture,
  hidden: readonly Quad[],
  usualInk: number,
): Omit<ReadField, 'position'>[] {
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
  if (more < least) return []
  return [
    {
      name: zone.field,
      value: zone.value ?? 'yes',
      quad,
      confidence: Math.min(1, more / (2 * least)),
      isSure: more - (isBox ? usualInk : 0) >= enough,
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
