/** Finds a known form on a page, and where its fields lie. */
import { fingerprints, type PageFingerprint } from '@exempta/knowledge/fingerprints'
import { forms } from '@exempta/knowledge/forms'
import type { Form, Zone } from '@exempta/knowledge/schema'
import { states } from '@exempta/knowledge/states'
import { hashWordPairs } from '@exempta/knowledge/word-pairs'
import { type Box, boundsOf, centre, isInside } from '../geometry/quad.ts'
import { medianPrintHeight } from '../page/piece.ts'
import type { Picture } from '../picture/picture.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import { type Alignment, alignForm } from './align-form.ts'
import { type FilledZone, fillZones, type PlacedZone, placeZones } from './fill-zones.ts'
import { findPrintedWords } from './find-printed-words.ts'
import { subtractBlank } from './subtract-blank.ts'

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

/** Tells the characters of a form that are printed on its blank, or stand in one of its fields. */
export function isOfForm(placed: FormOnPage, lines: readonly Line[]): (glyph: Glyph) => boolean {
  const {
    fingerprint: { words },
    alignment,
    zones,
    lineHeight,
  } = placed
  const written = subtractBlank(lines, words, findPrintedWords(lines, words), alignment, lineHeight)
  const added = new Set(written.flatMap(({ glyphs }) => glyphs))
  return (glyph) => !added.has(glyph) || zones.some(({ quad }) => isInside(quad, centre(glyph.quad)))
}

/** The state whose number a zone holds, as far as the form itself says it. */
export function stateOf(form: Form, { value }: Zone): string | undefined {
  if (value && /^[A-Z]{2}$/.test(value)) return value
  return form.states.length === 1 && value === undefined && !hasListOfStates(form)
    ? form.states[0]
    : undefined
}

/** Some forms of one state have a list of numbers of any states, each with its state beside it. */
export const hasListOfStates = ({ zones }: Form) =>
  zones.filter(({ field }) => field === 'number-state').length > 1

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

/** Which known form a page is, by the pairs of words on it. */

// A stranger taken for a known form is the worst error: strangers stay far below, and the runner-up far behind.
const known = { leastScore: 0.3, leastAhead: 0.12 }

interface RecognizedForm {
  fingerprint: PageFingerprint
  /** Share of the form's word pairs that were found on the page; rare pairs count more. */
  score: number
}

/** Compares pages with a set of forms. Built once for a set, since it weighs every pair by how many forms have it. */
function formRecognizer(fingerprints: readonly PageFingerprint[]) {
  const formsOfPair = new Map<number, Set<string>>()
  for (const { form, pairs } of fingerprints)
    for (const pair of pairs) {
      const forms = formsOfPair.get(pair)
      if (forms) forms.add(form)
      else formsOfPair.set(pair, new Set([form]))
    }
  const formCount = new Set(fingerprints.map(({ form }) => form)).size
  const weightOf = (pair: number) => Math.log(1 + formCount / (formsOfPair.get(pair)?.size ?? 1))
  const weighed = fingerprints.map((fingerprint) => ({
    fingerprint,
    total: fingerprint.pairs.reduce((sum, pair) => sum + weightOf(pair), 0),
  }))

  /** The form that a page is, or undefined when it is none of them or could be two. */
  return function recognize(lines: readonly string[]): RecognizedForm | undefined {
    const onPage = new Set(hashWordPairs(lines))
    if (onPage.size === 0) return undefined
    const scored = weighed
      .map(({ fingerprint, total }) => ({
        fingerprint,
        score:
          fingerprint.pairs.reduce((sum, pair) => sum + (onPage.has(pair) ? weightOf(pair) : 0), 0) / total,
      }))
      .sort((a, b) => b.score - a.score)
    const [best] = scored
    if (!best || best.score < known.leastScore) return undefined
    // Pages of one form may share most of their words, as the two sides of a sheet do.
    const runnerUp = scored.find(({ fingerprint }) => fingerprint.form !== best.fingerprint.form)
    return runnerUp && best.score - runnerUp.score < known.leastAhead ? undefined : best
  }
}
