/** Everything to hide on a card, from one or more readings of it. */
import type { Finding } from '../finding.ts'
import { isInside } from '../geometry/is-inside.ts'
import { type Bounds, boundsOf, centre, growQuad, type Quad } from '../geometry/quad.ts'
import { findTextSecrets } from '../page/find-text-secrets.ts'
import { bandOf } from '../page/piece.ts'
import type { Line } from '../reader/text-reader.ts'
import { brandOf } from '../text/card-brand.ts'
import { passesLuhn } from '../text/digit-run.ts'
import { type CardNumber, cardNumberOf } from './card-number.ts'
import { type DigitGroup, digitGroupsOf, isCode } from './digit-group.ts'
import { chainsOf, hasFullLength, type NumberChain, rank } from './number-chain.ts'
import { isRightWayUp } from './reading-trust.ts'

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
  const covered = [...kept, ...numbers.flatMap((number) => number.findings.map(({ quad }) => quad))]
  const others = groups
    .flat()
    .filter((group) => !inNumbers.has(group))
    .flatMap((group) => outside(group, covered))
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
    findings: [...numbers.flatMap((number) => number.findings), ...others.map(findingOf), ...labelled],
  }
}

const findingOf = (group: DigitGroup): Finding => ({
  kind: isCode(group) ? 'card-code' : 'card-digits',
  quad: growQuad(bandOf(group.glyphs), 0.15 * group.height, 0.08 * group.height),
  confidence: 0.8,
  source: 'card',
})

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

/** The part of a group that no number accounts for: another reading may see the same digits in other groups. */
function outside(group: DigitGroup, covered: Quad[]): DigitGroup[] {
  const glyphs = group.glyphs.filter((glyph) => !covered.some((quad) => isInside(quad, centre(glyph.quad))))
  if (glyphs.length === group.glyphs.length) return [group]
  return glyphs.length > 0 ? [{ ...group, glyphs, isAlone: false }] : []
}
