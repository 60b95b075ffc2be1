import { axesOf, directionOf, distance, type Point } from '../geometry/quad.ts'
import { brandOf } from '../text/rules/card-number.ts'
import { passesLuhn } from '../text/secret.ts'
import type { DigitGroup } from './digit-group.ts'

/** Groups that read on as one number: along one line, or stacked as on upright cards. */
export interface NumberChain {
  groups: DigitGroup[]
  digits: string
}

const maxDigits = 19
const usualLength = 16
// Other numbers below the usual length are rarer on cards than long ones read in part.
const shorter: Record<string, number> = { amex: 15, diners: 14 }
// Largest gap between groups of one number, in digit heights.
const maxGap = 3
const maxRowStep = 2.6
// Groups of one line may overlap a little, and stand this much higher or lower, in digit heights.
const maxOverlap = 0.3
const maxLineOffset = 0.45
// Rows of an upright card begin below each other, at least this far down, in digit heights.
const maxRowShift = 1.2
const minRowStep = 0.8
// An upright card has rows of four digits, of which the last may be cut.
const minRowDigits = { upper: 4, lower: 3 }
// Digits of one number have about the same height and direction (in radians).
const similarHeight = { min: 0.62, max: 1.6 }
const maxTurn = 0.25

/** Numbers that the groups may form, best first; groups are used once. */
export function chainsOf(groups: readonly DigitGroup[]): NumberChain[] {
  const inLine = joinAll(
    groups.map((group) => chainOf([group])),
    follows,
  )
  const long = inLine.filter((chain) => chain.digits.length >= 12)
  const stacked = joinAll(
    inLine.filter((chain) => !long.includes(chain)),
    isBelow,
  )
  return [...long, ...stacked].sort((a, b) => rank(b) - rank(a))
}

const chainOf = (groups: DigitGroup[]): NumberChain => ({
  groups,
  digits: groups.map(({ digits }) => digits).join(''),
})

/** How likely this is a whole card number: its length fits its first digits, then the check digit. */
export function rank({ digits }: NumberChain): number {
  if (hasFullLength(digits)) return 100 + digits.length + (passesLuhn(digits) ? 50 : 0)
  return digits.length <= maxDigits ? digits.length : 0
}

/** The length is one that cards with these first digits have; unknown first digits may be misread. */
export function hasFullLength(digits: string): boolean {
  const brand = brandOf(digits)
  if (!brand) return digits.length === usualLength
  return brand.lengths.includes(digits.length) && digits.length >= (shorter[brand.name] ?? usualLength)
}

function joinAll(chains: NumberChain[], isNext: (a: NumberChain, b: NumberChain) => boolean): NumberChain[] {
  const open = [...chains]
  for (let i = 0; i < open.length; i++) {
    const chain = open[i] as NumberChain
    const next = open
      .filter((other) => other !== chain && isNext(chain, other))
      .sort((a, b) => gapBetween(chain, a) - gapBetween(chain, b))[0]
    if (!next || chain.digits.length + next.digits.length > maxDigits) continue
    open[i] = chainOf([...chain.groups, ...next.groups])
    open.splice(open.indexOf(next), 1)
    i = -1
  }
  return open
}

const gapBetween = (a: NumberChain, b: NumberChain) => distance(endOf(a), startOf(b))

function follows(a: NumberChain, b: NumberChain): boolean {
  const { along, across, height } = relation(a, b)
  return (
    isSimilar(a, b) &&
    along > -maxOverlap * height &&
    along < maxGap * height &&
    Math.abs(across) < maxLineOffset * height
  )
}

function isBelow(a: NumberChain, b: NumberChain): boolean {
  if (a.digits.length < minRowDigits.upper || b.digits.length < minRowDigits.lower) return false
  if (!isSimilar(a, b)) return false
  const first = a.groups.findLast((_, i) => i === 0 || isRowStart(a, i)) as DigitGroup
  const { along, across, height } = offset(startPoint(first), startOf(b), first)
  return (
    Math.abs(along) < maxRowShift * height && across > minRowStep * height && across < maxRowStep * height
  )
}

const isRowStart = ({ groups }: NumberChain, i: number) => {
  const group = groups[i] as DigitGroup
  const before = groups[i - 1] as DigitGroup
  return offset(startPoint(before), startPoint(group), before).across > minRowStep * before.height
}

function isSimilar(a: NumberChain, b: NumberChain): boolean {
  const last = a.groups[a.groups.length - 1] as DigitGroup
  const first = b.groups[0] as DigitGroup
  const ratio = last.height / first.height
  const apart = Math.abs(
    Math.atan2(Math.sin(angle(last) - angle(first)), Math.cos(angle(last) - angle(first))),
  )
  return ratio > similarHeight.min && ratio < similarHeight.max && apart < maxTurn
}

const angle = (group: DigitGroup) => directionOf(group.quad)

function relation(a: NumberChain, b: NumberChain) {
  return offset(endOf(a), startOf(b), a.groups[a.groups.length - 1] as DigitGroup)
}

function offset(from: Point, to: Point, { quad, height }: DigitGroup) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const { along, across } = axesOf(quad)
  return { along: dx * along[0] + dy * along[1], across: dx * across[0] + dy * across[1], height }
}

const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
const startPoint = (group: DigitGroup) => middle(group.quad[0], group.quad[3])
const startOf = (chain: NumberChain) => startPoint(chain.groups[0] as DigitGroup)
const endOf = (chain: NumberChain) => {
  const { quad } = chain.groups[chain.groups.length - 1] as DigitGroup
  return middle(quad[1], quad[2])
}
