/** Finds a known form on a page, and where its fields lie. */
import { fingerprints, type PageFingerprint, unpackEdition } from '@exempta/knowledge/fingerprints'
import { forms } from '@exempta/knowledge/forms'
import type { Edition, Form, Zone } from '@exempta/knowledge/schema'
import { states } from '@exempta/knowledge/states'
import { hashWordPairs } from '@exempta/knowledge/word-pairs'
import { boundsOf, centre, isInside } from '../geometry/quad.ts'
import { medianPrintHeight } from '../page/piece.ts'
import type { Picture } from '../picture/picture.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import { alignEdition } from './align-edition.ts'
import { type Alignment, alignForm, roughMapping } from './align-form.ts'
import { type FilledZone, fillZones, type PlacedZone, placeZones } from './fill-zones.ts'
import { findPrintedWords } from './find-printed-words.ts'
import type { FormEdition, ZoneOnPage } from './page-reading.ts'
import { monthOf, printedRevision } from './printed-revision.ts'
import { subtractBlank } from './subtract-blank.ts'
import { supportedZones, withOwnRow } from './zone-support.ts'

/** A page that is a known form, with its fields in place. */
export interface FormOnPage {
  form: Form
  fingerprint: PageFingerprint
  score: number
  alignment: Alignment
  /** Those that were found on the page. */
  zones: PlacedZone[]
  lineHeight: number
  /** Zones whose own labels were read beside them; no value of another is sure. */
  supported: ReadonlySet<Zone>
  /** Present when the page is another edition than the blank. */
  edition?: { kind: FormEdition; revision?: string }
}

export type PlaceForm = (lines: readonly Line[]) => FormOnPage | undefined

/** Finds one of these forms on a page and lays its fields over it. */
export function formPlacer(
  forms: ReadonlyMap<string, Form>,
  fingerprints: readonly PageFingerprint[],
): PlaceForm {
  const recognize = formRecognizer(fingerprints)
  return (lines) => {
    const known = recognize(lines.map(({ text }) => text))
    const named = known[0] && forms.get(known[0].fingerprint.form)
    if (!named) return undefined
    const { form, fingerprint, score } = editionOn(lines, named, known)
    const lineHeight = medianPrintHeight(lines)
    const occurrences = findPrintedWords(lines, fingerprint.words)
    const alignment = alignForm(fingerprint.words, occurrences, lineHeight)
    const own = form.zones.filter(({ page }) => page === fingerprint.page)
    const learned = { form, fingerprint, score, lineHeight }
    const printed = otherRevision(lines, form)
    const supportOf = (zones: readonly PlacedZone[], { placeBox }: Alignment) =>
      supportedZones(zones, fingerprint.words, occurrences, placeBox, lineHeight)
    const zonesOfBlank = alignment ? placeZones(own, alignment) : []
    const supported = alignment ? supportOf(zonesOfBlank, alignment) : new Set<Zone>()
    const supportedShare = zonesOfBlank.length === 0 ? 1 : supported.size / zonesOfBlank.length
    const isTorn = alignment?.isTorn ?? false
    const isOwnRevision = !fingerprint.printsRevision || printsOwnRevision(lines, form)
    const asKnown = alignment && {
      ...learned,
      alignment,
      zones: zonesOfBlank,
      supported:
        supportedShare >= support.ofSurePage && !isTorn && isOwnRevision
          ? withOwnRow(
              supported,
              zonesOfBlank,
              fingerprint.words,
              occurrences,
              alignment.placeBox,
              lineHeight,
            )
          : new Set<Zone>(),
    }
    const fitsBlank = supportedShare >= support.ofBlank && !isTorn
    if (asKnown && !printed && fitsBlank) return asKnown
    // Other forms use the same words in other places: a page that doesn't lie over the blank has to name its form.
    if (!alignment && (score < atLeast.scoreOfMoved || !namesForm(lines, form))) return undefined
    const start = roughMapping(fingerprint.words, occurrences, lineHeight)
    const moved = start && alignEdition(fingerprint.words, occurrences, lineHeight, start)
    if (!moved) return asKnown
    const zones = own.flatMap((zone) => {
      const quad = moved.find(zone)
      return quad ? [{ zone, quad }] : []
    })
    const nowSupported = supportOf(zones, moved)
    // On a poor picture labels are misread wherever the rows are.
    if (asKnown && !printed && !isTorn && nowSupported.size < support.clearlyMore * supported.size)
      return asKnown
    const kind = printed?.isEarlier ? 'older' : 'other'
    return {
      ...learned,
      alignment: moved,
      zones,
      supported: nowSupported,
      edition: { kind, ...(printed && { revision: printed.text }) },
    }
  }
}

// Of the zones, so many have their labels beside them: on a page where something may be sure, and on one whose rows
// haven't moved. Rows that have are looked for where they went.
const support = { ofSurePage: 0.95, ofBlank: 0.7, clearlyMore: 1.3 }

/** The revision that a page prints, when it isn't the one whose blank we know. */
function otherRevision(lines: readonly Line[], form: Form): { text: string; isEarlier: boolean } | undefined {
  const printed = printedRevision(lines, form)
  const known = form.revision === null ? undefined : monthOf(form.revision)
  return printed && known !== undefined && printed.month !== known
    ? { text: printed.text, isEarlier: printed.month < known }
    : undefined
}

/** Whether a page says that it's the revision that we know. Where that can't be read, nothing on it is sure. */
function printsOwnRevision(lines: readonly Line[], form: Form): boolean {
  const known = form.revision === null ? undefined : monthOf(form.revision)
  return known === undefined || printedRevision(lines, form)?.month === known
}

/** Of the blanks of a form that the page may be, the one whose revision it prints; otherwise the one most like it. */
function editionOn(lines: readonly Line[], form: Form, candidates: readonly RecognizedForm[]) {
  const all = candidates.map(({ fingerprint, score }) => {
    const { edition } = fingerprint
    return { form: edition ? { ...form, ...edition } : form, fingerprint, score }
  })
  const [best] = all as [(typeof all)[number]]
  const printed = all.length > 1 ? printedRevision(lines, form) : undefined
  const isPrinted = ({ form: { revision } }: (typeof all)[number]) =>
    revision !== null && monthOf(revision) === printed?.month
  return (printed && all.find(isPrinted)) ?? best
}

/** Whether the page says that it's this form; forms without a number of their own can't be told by it. */
function namesForm(lines: readonly Line[], { name }: Form): boolean {
  const own = name.replace(/^form /i, '')
  if (!/\d/.test(own) || own.length < 3) return false
  const parts = own.split(/[^a-z0-9]+/i).join(String.raw`\W{0,2}`)
  const named = new RegExp(String.raw`(?<![a-z0-9.-])${parts}(?![a-z0-9]|[.-]\d)`, 'i')
  return lines.some(({ text }) => named.test(text))
}

let placer: PlaceForm | undefined

/** Finds the forms that ship with the product. */
export const placeForm: PlaceForm = (lines) => {
  placer ??= formPlacer(forms, fingerprints)
  return placer(lines)
}

let withEditions: { key: string; place: PlaceForm } | undefined

/** The same with further blanks of these forms, which an installation has learned. Files in a row have the same ones. */
export function placeFormWith(editions: readonly Edition[]): PlaceForm {
  if (editions.length === 0) return placeForm
  const key = JSON.stringify(editions)
  if (withEditions?.key !== key) {
    const place = formPlacer(forms, [...fingerprints, ...editions.flatMap(unpackEdition)])
    withEditions = { key, place }
  }
  return withEditions.place
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
export function zonesOn({ zones }: FormOnPage, { width, height }: Picture): ZoneOnPage[] {
  return zones.map(({ zone: { field, value }, quad }) => {
    const { left, top, right, bottom } = boundsOf([quad])
    return {
      field,
      ...(value !== undefined && { value }),
      x: left / width,
      y: top / height,
      width: (right - left) / width,
      height: (bottom - top) / height,
    }
  })
}

/** Which known form a page is, by the pairs of words on it. */

// A stranger taken for a known form is the worst error: strangers stay far below, and the runner-up far behind.
// Blanks of one form that are about as like the page are told apart by the revision that it prints.
const atLeast = { score: 0.3, ahead: 0.12, scoreOfMoved: 0.6, ofEdition: 0.25 }

// Of the pairs that the other form doesn't have.
const inFamily = { score: 0.4, ahead: 0.25, fewest: 10 }

/** How much of what one form says and the other doesn't is on the page; nothing where that's too little to tell them apart. */
function shareOfOwn(one: PageFingerprint, other: PageFingerprint, onPage: ReadonlySet<number>): number {
  const others = new Set(other.pairs)
  const own = [...one.pairs].filter((pair) => !others.has(pair))
  return own.length < inFamily.fewest ? 0 : own.filter((pair) => onPage.has(pair)).length / own.length
}

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

  /** The blanks of the form that a page is, the one most like it first; none when it's no form or could be two. */
  return function recognize(lines: readonly string[]): RecognizedForm[] {
    const onPage = new Set(hashWordPairs(lines))
    if (onPage.size === 0) return []
    const scored = weighed
      .map(({ fingerprint, total }) => ({
        fingerprint,
        score:
          fingerprint.pairs.reduce((sum, pair) => sum + (onPage.has(pair) ? weightOf(pair) : 0), 0) / total,
      }))
      .sort((a, b) => b.score - a.score)
    const [best] = scored
    if (!best || best.score < atLeast.score) return []
    const { form, page } = best.fingerprint
    const editions = scored.filter(
      ({ fingerprint: one, score }) =>
        one.form === form && one.page === page && score > best.score - atLeast.ofEdition,
    )
    // Pages of one form may share most of their words, as the two sides of a sheet do.
    const runnerUp = scored.find(({ fingerprint }) => fingerprint.form !== form)
    if (!runnerUp || best.score - runnerUp.score >= atLeast.ahead) return editions
    // Forms of one family share their text, so what only one of them says decides.
    const own = shareOfOwn(best.fingerprint, runnerUp.fingerprint, onPage)
    const other = shareOfOwn(runnerUp.fingerprint, best.fingerprint, onPage)
    return own >= inFamily.score && own - other >= inFamily.ahead ? editions : []
  }
}
