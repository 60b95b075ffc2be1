/** Everything to hide on a card, from one or more readings of it. */
import type { Finding } from '../finding.ts'
import { isInside } from '../geometry/is-inside.ts'
import { boundsOf, centre, growQuad, type Quad } from '../geometry/quad.ts'
import { bandOf } from '../page/piece.ts'
import type { Line } from '../reader/text-reader.ts'
import { type CardNumber, cardNumberOf } from './card-number.ts'
import { type DigitGroup, digitGroupsOf } from './digit-group.ts'
import { chainsOf, hasFullLength, type NumberChain, rank } from './number-chain.ts'

export interface CardSecrets {
  numbers: CardNumber[]
  codes: DigitGroup[]
  findings: Finding[]
}

const minPartialDigits = 12

/** Card numbers, codes and every other group of digits in the readings. */
export function findCardSecrets(readings: readonly (readonly Line[])[]): CardSecrets {
  const groups = readings.map((lines) => digitGroupsOf(lines))
  const numbers = pickNumbers(groups.flatMap((reading) => chainsOf(reading)))
  const kept = numbers.flatMap((number) => number.kept)
  const inNumbers = new Set(numbers.flatMap((number) => number.chain.groups))
  const others = groups
    .flat()
    .filter((group) => !inNumbers.has(group))
    .flatMap((group) => withoutKept(group, kept))
  const codes = groups
    .flat()
    .filter(isCode)
    .filter((group) => !inNumbers.has(group))
  return {
    numbers,
    codes,
    findings: [
      ...numbers.flatMap((number) => number.findings),
      ...others.map(
        (group): Finding => ({
          kind: isCode(group) ? 'card-code' : 'card-digits',
          quad: growQuad(bandOf(group.glyphs), 0.15 * group.height, 0.08 * group.height),
          confidence: 0.8,
          source: 'card',
        }),
      ),
    ],
  }
}

/** Three or four digits on their own, or three behind the last four of the number, as on a signature strip. */
const isCode = (group: DigitGroup) => group.isAlone && [3, 4, 7].includes(group.digits.length)

function pickNumbers(chains: NumberChain[]): CardNumber[] {
  const picked: NumberChain[] = []
  const ordered = [...chains].sort((a, b) => rank(b) - rank(a))
  for (const chain of ordered) {
    if (!hasFullLength(chain.digits) && chain.digits.length < minPartialDigits) continue
    if (!picked.some((other) => overlaps(areaOf(chain), areaOf(other)))) picked.push(chain)
  }
  return picked.map(cardNumberOf)
}

const areaOf = (chain: NumberChain) => boundsOf(chain.groups.map(({ quad }) => quad))

type Bounds = ReturnType<typeof boundsOf>

const overlaps = (a: Bounds, b: Bounds) =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

// Another reading may see the digits that stay as part of some group.
function withoutKept(group: DigitGroup, kept: Quad[]): DigitGroup[] {
  const glyphs = group.glyphs.filter((glyph) => !kept.some((quad) => isInside(quad, centre(glyph.quad))))
  return glyphs.length === group.glyphs.length ? [group] : glyphs.length > 0 ? [{ ...group, glyphs }] : []
}
