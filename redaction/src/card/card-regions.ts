import { type Bounds, boundsOf, centre, heightOf, type Quad, widthOf } from '../geometry/quad.ts'
import { medianPrintHeight } from '../page/print-height.ts'
import type { Line } from '../reader/text-reader.ts'
import { backWords } from './card-words.ts'
import { isLoneNumber, rowsOfDigits } from './lone-numbers.ts'
import type { NumberChain } from './number-chain.ts'

const largePrint = 1.4
// Parts of a card's width that a number and the words above a signature strip are away from its edges, at most.
const aroundNumber = 0.4
const aroundBackWords = 0.8
const aroundStack = 1.1
const wordsOnlyCardsCarry =
  /valid ?(?:thru|from|dates?)|good ?thru|month ?\/ ?year|expires ?end|member ?since/i

export interface CardRegion extends Bounds {
  /** Words were read there that only cards carry. A number alone may be written by hand into a field. */
  hasCardWords: boolean
  /** As it was read on the page. */
  number?: NumberChain
}

/** Where a page of text seems to show payment cards, copied or pasted. */
export function cardRegionsOf(lines: readonly Line[]): CardRegion[] {
  const read = lines.filter((line) => line.confidence > 0.5)
  const usual = medianPrintHeight(read)
  const words = read.filter(({ text }) => wordsOnlyCardsCarry.test(text))
  const fronts = rowsOfDigits(read)
    .map((chain) => {
      const region = aroundChain(chain)
      const hasCardWords = words.some(({ quad }) => isWithin(quad, region))
      const isLarge = Math.max(...chain.groups.map(({ height }) => height)) >= largePrint * usual
      return { ...region, hasCardWords, number: chain, mayBeCard: isLarge || isLoneNumber(chain, read) }
    })
    .filter(({ hasCardWords, mayBeCard }) => hasCardWords || mayBeCard)
  const backs = read
    .filter(({ text }) => backWords.test(text))
    .map(({ quad }) => ({
      ...grow(boundsOf([quad]), aroundBackWords * widthOf(quad)),
      hasCardWords: true,
    }))
  return withoutRepeats([...fronts, ...backs])
}

function aroundChain({ groups }: NumberChain): Bounds {
  const quads = groups.map(({ quad }) => quad)
  const bounds = boundsOf(quads)
  const longer = Math.max(bounds.right - bounds.left, bounds.bottom - bounds.top)
  const isStacked = longer < 6 * Math.max(...quads.map(heightOf))
  return grow(bounds, (isStacked ? aroundStack : aroundNumber) * longer)
}

const grow = ({ left, top, right, bottom }: Bounds, by: number): Bounds => ({
  left: left - by,
  top: top - by,
  right: right + by,
  bottom: bottom + by,
})

function isWithin(quad: Quad, { left, top, right, bottom }: Bounds): boolean {
  const [x, y] = centre(quad)
  return x > left && x < right && y > top && y < bottom
}

/** A card shows its number, and words besides: each region is looked at once. */
function withoutRepeats(regions: CardRegion[]): CardRegion[] {
  const kept: CardRegion[] = []
  for (const region of regions) {
    const [x, y] = [(region.left + region.right) / 2, (region.top + region.bottom) / 2]
    if (!kept.some(({ left, top, right, bottom }) => x > left && x < right && y > top && y < bottom))
      kept.push(region)
  }
  return kept
}
