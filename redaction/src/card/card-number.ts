import type { Finding } from '../finding.ts'
import { centre, distance, growQuad, type Quad, sliceOf, widthOf } from '../geometry/quad.ts'
import { bandOf } from '../page/piece.ts'
import type { Glyph } from '../reader/text-reader.ts'
import type { DigitGroup } from './digit-group.ts'
import { hasFullLength, type NumberChain } from './number-chain.ts'

// How far the middles of two digits of one row may lie apart, in digit heights.
const sameRow = 0.7

/** A card number with what is hidden of it and the digits that stay. */
export interface CardNumber {
  chain: NumberChain
  isComplete: boolean
  findings: Finding[]
  kept: Quad[]
}

const usualLength = 16
const keptDigits = 4

/** One band over the number up to its last four digits; over all of it, and beyond its ends, where digits are missing. */
export function cardNumberOf(chain: NumberChain, isSure: boolean): CardNumber {
  const isComplete = hasFullLength(chain.digits)
  const keptCount = isComplete && isSure ? keptDigits : 0
  const total = chain.digits.length
  const rows: Quad[] = []
  let seen = 0
  const hiddenGroups: Glyph[][] = []
  for (const group of chain.groups) {
    const hidden = group.glyphs.slice(0, Math.max(0, total - keptCount - seen))
    if (hidden.length > 0) hiddenGroups.push(hidden)
    seen += group.glyphs.length
  }
  for (const band of joinBands(hiddenGroups)) rows.push(band)
  const pitch = pitchOf(chain.groups)
  const missing = isComplete ? 0 : Math.max(1, usualLength - total) + 1
  const findings = rows.map((quad, i): Finding => {
    const before = (i === 0 ? 0.3 + missing : 0.1) * pitch
    const after = (i === rows.length - 1 && !isComplete ? missing : 0) * pitch
    return {
      kind: 'card-number',
      quad: growQuad(extend(quad, before, after), 0, 0.1 * pitch),
      confidence: isComplete ? 0.95 : 0.6,
      source: 'card',
    }
  })
  const kept = chain.groups
    .flatMap((group) => group.glyphs)
    .slice(total - keptCount)
    .map((glyph) => glyph.quad)
  return { chain, isComplete, findings, kept }
}

/** Joins groups on one line into one band; a new row of an upright card starts a new one. */
function joinBands(groups: Glyph[][]): Quad[] {
  const bands: Quad[] = []
  let last: Glyph | undefined
  for (const glyphs of groups) {
    const band = bandOf(glyphs)
    const previous = bands[bands.length - 1]
    const first = glyphs[0] as Glyph
    if (previous && last && isSameRow(last.quad, first.quad)) {
      bands.push([previous[1], band[0], band[3], previous[2]], band)
    } else bands.push(band)
    last = glyphs[glyphs.length - 1]
  }
  return bands
}

function isSameRow(a: Quad, b: Quad): boolean {
  const angle = Math.atan2(a[1][1] - a[0][1], a[1][0] - a[0][0])
  const [ca, cb] = [centre(a), centre(b)]
  const across = (cb[1] - ca[1]) * Math.cos(angle) - (cb[0] - ca[0]) * Math.sin(angle)
  return Math.abs(across) < sameRow * distance(a[0], a[3])
}

function extend(quad: Quad, before: number, after: number): Quad {
  const width = widthOf(quad) || 1
  return sliceOf(quad, -before / width, 1 + after / width)
}

/** Median distance between neighbouring digits. */
function pitchOf(groups: readonly DigitGroup[]): number {
  const steps = groups
    .flatMap(({ glyphs }) =>
      glyphs.slice(1).map((glyph, i) => distance(centre((glyphs[i] as Glyph).quad), centre(glyph.quad))),
    )
    .sort((a, b) => a - b)
  return steps[Math.floor(steps.length / 2)] ?? (groups[0]?.height ?? 0) * 0.6
}
