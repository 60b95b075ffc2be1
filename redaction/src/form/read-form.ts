/** Reads what was filled in on a page, from what is still readable after painting. */
import type { FieldName } from '@exempta/knowledge/terms'
import { coverQuads, growQuad, heightOf, overlaps, type Quad } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import { isSecret } from '../text/find-secrets.ts'
import { withoutPrintAbove } from './fill-zones.ts'
import { placesBeside, placesBetween, strokeShare } from './ink.ts'
import { judgeValue } from './judge-value.ts'
import { findNotACertificate } from './not-a-certificate.ts'
import type { PageReading, ReadField } from './page-reading.ts'
import { type FormOnPage, filledZonesOf, hasListOfStates, stateBeside, stateOf } from './place-form.ts'
import { readChoices } from './read-choices.ts'
import { readLabels } from './read-labels.ts'
import { readMarks } from './read-marks.ts'
import { fieldsOnOtherEdition } from './read-other-edition.ts'
import { type Candidate, readTwice, type SecondReading } from './read-twice.ts'

// A signature is seen and not read; the others are secrets, even if some of one is still there.
const neverRead: readonly FieldName[] = ['signature', 'driver-license', 'ssn']

/**
 * Reads a form on a page whose secrets are painted over. `hidden` are the painted areas: nothing that touches one of
 * them is read.
 */
export async function readForm(
  placed: FormOnPage,
  lines: readonly Line[],
  picture: Picture,
  hidden: readonly Quad[],
  { second, today }: { second?: SecondReading | undefined; today?: string | undefined } = {},
): Promise<PageReading> {
  const { form, fingerprint, score, alignment, lineHeight } = placed
  const readable = lines.map((line) => withoutHidden(line, hidden))
  const isTouched = (quad: Quad) => hidden.some((area) => overlaps(area, quad))
  const all = filledZonesOf(placed, readable)
  const values = all.flatMap((one): Candidate[] => {
    const filled = withoutPrintAbove(one, lineHeight)
    const { zone, rows } = filled
    // What is left of a value that is hidden in part is no value.
    if (neverRead.includes(zone.field) || rows.length === 0 || isTouched(innerPart(filled.quad, lineHeight)))
      return []
    const state = stateOf(form, zone) ?? (hasListOfStates(form) ? stateBeside(filled, all) : undefined)
    const quad = lettersIn(
      coverQuads(rows.flat().map((glyph) => glyph.quad) as [Quad, ...Quad[]]),
      lineHeight,
    )
    if (isTouched(quad)) return []
    const judged = judgeValue(filled, state, alignment.residual, today)
    // A value that looks like a secret by itself is none that may be kept.
    if (judged && isSecret(judged.value)) return []
    const isCut =
      judged?.isSure &&
      (!placed.supported.has(zone) || rows.some((row) => isCutOff(row, placed, lines, picture)))
    return [{ filled, state, quad, judged: isCut ? { ...judged, isSure: false } : judged }]
  })
  const readPlaces = async (places: readonly Quad[]) =>
    ((await second?.readPlaces(places)) ?? []).map((line) => withoutHidden(line, hidden))
  const checked = second
    ? await readTwice(values, { ...second, readPlaces }, alignment.residual, today)
    : values
  const marks = readMarks(placed, readable, picture, hidden)
  const counts = new Map<FieldName, number>()
  const counted = <Field extends Omit<ReadField, 'position'>>(field: Field) => {
    const position = counts.get(field.name) ?? 0
    counts.set(field.name, position + 1)
    return { ...field, position }
  }
  if (placed.edition) {
    const { kind, revision } = placed.edition
    return {
      form: {
        code: form.code,
        page: fingerprint.page,
        confidence: score,
        edition: kind,
        ...(revision && { revision }),
      },
      fields: fieldsOnOtherEdition(
        [
          ...checked.flatMap((one) => {
            const isFound = placed.supported.has(one.filled.zone)
            return fieldOf(one).map((field) => ({ ...counted(field), isFound }))
          }),
          ...marks.map((field) => ({ ...counted(field), isFound: true })),
        ],
        readable,
        isTouched,
      ),
    }
  }
  const fields = [...checked.flatMap(fieldOf), ...marks].map(counted)
  // Of several blanks of a form, the one that it was.
  const revision = fingerprint.edition?.revision
  return {
    form: { code: form.code, page: fingerprint.page, confidence: score, ...(revision && { revision }) },
    fields,
  }
}

function fieldOf({ filled: { zone }, state, quad, judged }: Candidate): Omit<ReadField, 'position'>[] {
  if (!judged || isSecret(judged.value)) return []
  return [{ name: zone.field, ...judged, ...(zone.field === 'number' && state && { state }), quad }]
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
  const places = [
    ...placesBeside(coverQuads(glyphs as [Quad, ...Quad[]])),
    ...glyphs.slice(1).flatMap((quad, i) => placesBetween(glyphs[i] as Quad, quad)),
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
export function readUnknownPage(
  lines: readonly Line[],
  hidden: readonly Quad[],
  picture?: Picture,
): PageReading {
  const notACertificate = findNotACertificate(lines)
  if (notACertificate) return { notACertificate, fields: [] }
  const readable = lines.map((line) => withoutHidden(line, hidden)).filter(({ glyphs }) => glyphs.length > 0)
  const fields = readLabels(readable).filter(
    ({ value, quad }) => !isSecret(value) && !hidden.some((area) => overlaps(area, quad)),
  )
  // A page that holds no value is a page of instructions.
  if (!fields.some(({ name }) => name !== 'number-state')) return { fields }
  return { fields: [...fields, ...readChoices(readable, picture, hidden)] }
}

function withoutHidden(line: Line, hidden: readonly Quad[]): Line {
  const glyphs = line.glyphs.filter(
    ({ quad }) => !hidden.some((area) => overlaps(area, lettersIn(quad, heightOf(quad)))),
  )
  return { ...line, glyphs, text: glyphs.map(({ text }) => text).join('') }
}

// Of the height of a line, above and below: forms with low rows leave no more between two values.
const leading = 0.18

/** A place without the space that is above and below its letters. */
const lettersIn = (place: Quad, lineHeight: number): Quad =>
  growQuad(place, 0, -leading * Math.min(lineHeight, heightOf(place)))

// Hidden areas are a little larger than what they hide, and reach into the zones beside them.
const edge = { ofLine: 0.3, ofZone: 0.25 }

/** A zone without its edges: a value that is hidden in part is hidden in here. */
function innerPart(zone: Quad, lineHeight: number): Quad {
  const inset = Math.min(edge.ofLine * lineHeight, edge.ofZone * heightOf(zone))
  return growQuad(zone, -inset, -inset)
}
