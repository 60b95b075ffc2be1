/** What knowing the form changes about what is hidden: the number that is claimed stays, license numbers and SSNs go. */
import { checkEin } from '@exempta/knowledge/numbers'
import type { Zone } from '@exempta/knowledge/schema'
import type { Finding, UncertainArea } from '../finding.ts'
import { centre, coverQuads, growQuad, heightOf, isInside, overlaps, type Quad } from '../geometry/quad.ts'
import type { Picture } from '../picture/picture.ts'
import type { Line } from '../reader/text-reader.ts'
import { isCardNumber } from '../text/rules/card-number.ts'
import type { SecretKind } from '../text/secret.ts'
import type { FilledZone } from './fill-zones.ts'
import { inkShare } from './ink.ts'
import { formatOf } from './judge-value.ts'
import { withDigits } from './lookalikes.ts'
import { type FormOnPage, filledZonesOf, stateOf } from './place-form.ts'
import { readLabels } from './read-labels.ts'
import { areaOfInk, inkOfBlank } from './read-marks.ts'

export interface Settled {
  /** Whether a finding is hidden: not when it is the number that the certificate claims. */
  isHidden(finding: Finding): boolean
  isUncertain(area: UncertainArea): boolean
  /** Whether the middle of a word lies in a number that stays. */
  isKept(quad: Quad): boolean
  /** What the owner is asked about in place of hiding it. */
  askedAs(finding: Finding): SecretKind | undefined
  /** To be hidden because of where it is. */
  findings: Finding[]
}

export const nothingSettled: Settled = {
  isHidden: () => true,
  isUncertain: () => true,
  isKept: () => false,
  askedAs: () => undefined,
  findings: [],
}

// What the number of a certificate is taken for by its label or its digits.
const mistakenFor: readonly SecretKind[] = [
  'bank-account',
  'routing-number',
  'driver-license-number',
  'card-number',
  'card-code',
  'passport-number',
  'private-number',
]
const ofPerson: readonly SecretKind[] = ['ssn', 'itin']
const isOfPerson = (kind: string) => ofPerson.some((one) => one === kind)
const askable = (kind: string) => [...mistakenFor, ...ofPerson].find((one) => one === kind)
const isMistakenFor = (kind: string) => mistakenFor.some((mistaken) => mistaken === kind)
const secretOfZone: Partial<Record<Zone['field'], SecretKind>> = {
  'driver-license': 'driver-license-number',
  ssn: 'ssn',
}
// Beyond the ink of the blank: something is written there, even if it cannot be read.
const leastInk = 0.012
/** In heights of the value. The rows of some forms are low: more above and below would hide what is written there. */
const margin = { along: 0.35, across: 0.25 }

export function settleFindings(
  placed: FormOnPage,
  lines: readonly Line[],
  picture: Picture,
  { keepDriverLicense }: { keepDriverLicense?: boolean | undefined },
): Settled {
  const filled = filledZonesOf(placed, lines)
  const numbers = filled.filter((zone) => isNumber(zone))
  const kept = numbers.filter((zone) => isClaimedNumber(placed, zone)).map(areaOf)
  const open = numbers.filter((zone) => !isClaimedNumber(placed, zone)).map(areaOf)
  const employers = numbers.filter((zone) => isWrittenAsEin(textOf(zone))).map(areaOf)
  // Its place shows whose number it is, or its label where places may have moved. None of a person has so many digits.
  const ofState = [
    ...numbers
      .filter(({ zone }) => placed.supported.has(zone))
      .map((zone) => ({ text: textOf(zone), state: stateOf(placed.form, zone.zone), area: areaOf(zone) })),
    ...(placed.edition ? numbersByLabel(lines, placed.form.states) : []),
  ].filter(mayBeOfState)
  kept.push(...ofState.filter(isOfItsState).map(({ area }) => area))
  open.push(...ofState.filter((number) => !isOfItsState(number)).map(({ area }) => area))
  const notPersonal = [...employers, ...ofState.map(({ area }) => area)]
  const isIn = (areas: readonly Quad[], quad: Quad) => areas.some((area) => isInside(area, centre(quad)))
  const isKept = (quad: Quad) => isIn(kept, quad)
  const findings = filled.flatMap((zone): Finding[] => {
    const kind = secretOfZone[zone.zone.field]
    if (!kind || (keepDriverLicense && kind === 'driver-license-number')) return []
    const ink = inkShare(picture, areaOfInk(zone.zone, zone.quad)) - inkOfBlank(placed, zone.zone)
    if (zone.rows.length === 0 && ink < leastInk) return []
    if (kind === 'ssn' && isWrittenAsEin(textOf(zone))) return []
    // On another edition only what stands beside its label is known to be one.
    if (placed.edition && !placed.supported.has(zone.zone)) return []
    return [{ kind, quad: areaToHide(zone, [...kept, ...open]), confidence: 1, source: 'text' }]
  })
  return {
    isKept,
    findings,
    // The number that the form asks for is no bank account, whatever it looks like: the owner is asked about it instead.
    isHidden: ({ kind, quad }) =>
      !(isMistakenFor(kind) && (isKept(quad) || isIn(open, quad))) &&
      !(isOfPerson(kind) && isIn(notPersonal, quad)),
    askedAs: ({ kind, quad }) =>
      isIn(open, quad) && !isKept(quad) && (!isOfPerson(kind) || isIn(notPersonal, quad))
        ? askable(kind)
        : undefined,
    isUncertain: ({ expected, quad }) =>
      !(isMistakenFor(expected) && kept.some((area) => isInside(quad, centre(area)))),
  }
}

const textOf = ({ rows }: FilledZone) =>
  rows
    .map((row) => row.map(({ text }) => text).join(''))
    .join(' ')
    .trim()

const areaOf = ({ rows }: FilledZone): Quad =>
  withMargin(coverQuads(rows.flat().map(({ quad }) => quad) as [Quad, ...Quad[]]))

const withMargin = (area: Quad): Quad =>
  growQuad(area, margin.along * heightOf(area), margin.across * heightOf(area))

/** A zone with what is written in it, as far as that doesn't reach into a number that the form asks for. */
function areaToHide(zone: FilledZone, numbers: readonly Quad[]): Quad {
  if (zone.rows.length === 0) return zone.quad
  const written = coverQuads(zone.rows.flat().map(({ quad }) => quad) as [Quad, ...Quad[]])
  const areas = [coverQuads([zone.quad, areaOf(zone)]), zone.quad, written]
  return areas.find((area) => !numbers.some((number) => overlaps(area, number))) ?? written
}

/** The same for a page that is no form we know: the number that its label shows to be a state's. */
export function settleByLabels(lines: readonly Line[]): Settled {
  const numbers = numbersByLabel(lines, []).filter(
    (number) => mayBeOfState(number) && !mayBeCard(number.text),
  )
  const isIn = (some: typeof numbers, quad: Quad) => some.some(({ area }) => isInside(area, centre(quad)))
  const kept = numbers.filter(isOfItsState)
  return {
    ...nothingSettled,
    isKept: (quad) => isIn(kept, quad),
    isHidden: ({ kind, quad }) =>
      !(isOfPerson(kind) && isIn(numbers, quad)) && !(isMistakenFor(kind) && isIn(kept, quad)),
    askedAs: ({ kind, quad }) =>
      isOfPerson(kind) && isIn(numbers, quad) && !isIn(kept, quad) ? askable(kind) : undefined,
    isUncertain: ({ expected, quad }) => !(isMistakenFor(expected) && isIn(kept, quad)),
  }
}

interface NumberOfState {
  text: string
  state: string | undefined
  area: Quad
}

/** Numbers beside a label that asks for one, and not for one of the federal government. */
const numbersByLabel = (lines: readonly Line[], states: readonly string[]): NumberOfState[] =>
  readLabels(lines)
    .filter(({ name }) => name === 'number')
    .map(({ value, state, quad }) => ({
      text: value,
      state: state ?? (states.length === 1 ? states[0] : undefined),
      area: withMargin(quad),
    }))

const formatOfState = ({ text, state }: NumberOfState) => formatOf(withoutDividers(text), state)
const isOfItsState = (number: NumberOfState) => formatOfState(number) === 'fits'
const mayBeOfState = (number: NumberOfState) =>
  !mayBePersonal(number.text) && formatOfState(number) !== 'differs'

const digitsOfPerson = 9

/** Nine digits, or letters that may be misread ones of them. */
const mayBePersonal = (text: string) =>
  [text, withDigits(text)].some((one) => one.replace(/\D/g, '').length === digitsOfPerson)

/** Dividers of cells are print. */
const withoutDividers = (text: string) => text.replace(/\s?\|\s?/g, '')

const isWrittenAsEin = (text: string) =>
  /^\d{2}\s?-\s?\d{7}$/.test(text) && checkEin(text.replace(/\s/g, '')) === 'fits'

const ssn = /^\d{3}\s?[-–]\s?\d{2}\s?[-–]\s?\d{4}$/
// Numbers of states without a published format.
const plainNumber = /^[A-Z0-9][A-Z0-9 ./-]{2,18}$/i
// Longer ones may be cards, except with letters that no digit is taken for.
const mostDigits = 13
const surelyLetter = /[CFHJKMNPVWXY]/i

// No card has a group of so many digits. What is beside it could still be one, if it's long enough.
const otherGroup = /(?<!\d)\d{9,11}(?!\d)/
const shortestCard = 12

function mayBeCard(text: string): boolean {
  const digits = text.replace(/\D/g, '')
  if (digits.length <= mostDigits || surelyLetter.test(text)) return false
  const [group = ''] = otherGroup.exec(text) ?? []
  return group === '' || digits.length - group.length >= shortestCard || isCardNumber(digits)
}

/** What is written in the zone for a number, unless it's an SSN or may be the number of a card. */
function isNumber(filled: FilledZone): boolean {
  if (filled.zone.field !== 'number' || filled.rows.length === 0) return false
  const text = textOf(filled)
  return /\d/.test(text) && ![text, withDigits(text)].some((one) => ssn.test(one) || mayBeCard(one))
}

/** One that has the format of its state. */
function isClaimedNumber({ form }: FormOnPage, filled: FilledZone): boolean {
  const text = textOf(filled)
  const readings = [text, withDigits(text)]
  const formats = readings.map((one) => formatOf(one, stateOf(form, filled.zone)))
  return formats.includes('fits') || (formats.includes('unknown') && plainNumber.test(text))
}
