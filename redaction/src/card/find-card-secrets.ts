import type { Finding } from '../finding.ts'
import {
  type Bounds,
  boundsOf,
  centre,
  growQuad,
  heightOf,
  isInside,
  mix,
  type Quad,
} from '../geometry/quad.ts'
import { findTextSecrets } from '../page/find-text-secrets.ts'
import { bandOf } from '../page/piece.ts'
import type { Glyph, Line } from '../reader/text-reader.ts'
import { brandOf } from '../text/rules/card-number.ts'
import { passesLuhn } from '../text/secret.ts'
import { type CardNumber, cardNumberOf } from './card-number.ts'
import { type DigitGroup, datesOf, digitGroupsOf, isCode, isRightWayUp } from './digit-group.ts'
import { chainsOf, hasFullLength, type NumberChain, rank } from './number-chain.ts'

/** Everything to hide on a card, from one or more readings of it. */

export interface CardSecrets {
  numbers: CardNumber[]
  /** Where a security code was read. */
  codes: Quad[]
  findings: Finding[]
}

interface Candidate {
  chain: NumberChain
  isSure: boolean
}

const minPartialDigits = 12
const minConfidence = 0.75

/** Card numbers, codes and every other group of digits in the readings. */
export function findCardSecrets(readings: readonly (readonly Line[])[]): CardSecrets {
  const groups = readings.map((lines) => digitGroupsOf(lines))
  const numbers = pickNumbers(
    readings.flatMap((lines, i) => candidatesOf(groups[i] ?? [], isRightWayUp(lines))),
  )
  const kept = numbers.flatMap((number) => number.kept)
  const inNumbers = new Set(numbers.flatMap((number) => number.chain.groups))
  const hidden = numbers.flatMap((number) => number.findings.map(({ quad }) => quad))
  const others = groups
    .flat()
    .filter((group) => !inNumbers.has(group))
    .flatMap((group) => outside(group, hidden, kept))
  const labelled = readings
    .flatMap((lines) => findTextSecrets(lines, {}))
    .filter(
      ({ kind, quad }) => kind !== 'card-number' && !kept.some((digit) => isInside(quad, centre(digit))),
    )
  return {
    numbers,
    codes: [
      ...others.filter(isCode).map(({ quad }) => quad),
      ...labelled.filter(({ kind }) => kind === 'card-code').map(({ quad }) => quad),
    ],
    findings: [
      ...numbers.flatMap((number) => number.findings),
      ...others.map(findingOf),
      ...readings.flatMap(datesOf).map(dateFinding),
      ...labelled,
    ],
  }
}

const findingOf = (group: DigitGroup): Finding => ({
  kind: isCode(group) ? 'card-code' : 'card-digits',
  quad: growQuad(bandOf(group.glyphs), 0.15 * group.height, 0.08 * group.height),
  confidence: 0.8,
  source: 'card',
})

/** The expiry date is hidden on every card alike. */
function dateFinding(glyphs: Glyph[]): Finding {
  const quad = bandOf(glyphs)
  const height = heightOf(quad)
  return {
    kind: 'card-digits',
    quad: growQuad(quad, 0.1 * height, 0.08 * height),
    confidence: 0.8,
    source: 'card',
  }
}

function candidatesOf(groups: DigitGroup[], isUpright: boolean): Candidate[] {
  return chainsOf(groups)
    .filter(({ digits }) => hasFullLength(digits) || digits.length >= minPartialDigits)
    .map((chain) => ({ chain, isSure: (isUpright && isWellRead(chain)) || isPlausible(chain.digits) }))
}

function isWellRead({ groups }: NumberChain): boolean {
  const glyphs = groups.flatMap((group) => group.glyphs)
  return glyphs.reduce((sum, { confidence }) => sum + confidence, 0) > minConfidence * glyphs.length
}

const isPlausible = (digits: string) => brandOf(digits) !== undefined && passesLuhn(digits)

function pickNumbers(candidates: Candidate[]): CardNumber[] {
  const picked: Candidate[] = []
  const weight = ({ chain, isSure }: Candidate) => rank(chain) + (isSure ? 1000 : 0)
  for (const candidate of [...candidates].sort((a, b) => weight(b) - weight(a))) {
    if (!picked.some((other) => overlaps(areaOf(candidate.chain), areaOf(other.chain))))
      picked.push(candidate)
  }
  return picked.map(({ chain, isSure }) => cardNumberOf(chain, isSure))
}

const areaOf = (chain: NumberChain) => boundsOf(chain.groups.map(({ quad }) => quad))

const overlaps = (a: Bounds, b: Bounds) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/**
 * A group that numbers do not account for: another reading may see the same digits in other groups. Where the
 * band over a number touches it, as it does the small copy below, all of it but kept digits is hidden.
 */
function outside(group: DigitGroup, hidden: Quad[], kept: Quad[]): DigitGroup[] {
  const isKept = (glyph: Glyph) => kept.some((quad) => isInside(quad, centre(glyph.quad)))
  const isHidden = ({ quad }: Glyph) =>
    [0.15, 0.5, 0.85].every((down) => {
      const point = mix(mix(quad[0], quad[1], 0.5), mix(quad[3], quad[2], 0.5), down)
      return hidden.some((area) => isInside(area, point))
    })
  if (group.glyphs.every((glyph) => isKept(glyph) || isHidden(glyph))) return []
  const glyphs = group.glyphs.filter((glyph) => !isKept(glyph))
  return glyphs.length === group.glyphs.length ? [group] : [{ ...group, glyphs, isAlone: false }]
}
