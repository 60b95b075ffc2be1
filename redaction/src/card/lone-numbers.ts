/** Numbers as long as card numbers that stand on a page without a label to tell what they are. */
import { axesOf, centre, heightOf, widthOf } from '../geometry/quad.ts'
import type { Line } from '../reader/text-reader.ts'
import { brandOf } from '../text/card-brand.ts'
import { digitGroupsOf } from './digit-group.ts'
import { chainsOf, hasFullLength, type NumberChain } from './number-chain.ts'

const minNumberDigits = 12
// Florida's certificate numbers are as long as card numbers read in part, and must stay.
const certificateNumber = /^\D*\d{2} ?- ?\d{10} ?- ?\d$/
const inGroupsOfFour = /^\D{0,2}\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}\D{0,2}$/
const fieldLabel = /(?:no|nos|nr|num|numbers?|account|acct|cards?|id|code|#)[ .:#)]*$|:\W*$/i
// In heights of the number: how far above it a label may stand, middle to middle.
const labelReach = 3

/** Rows of digits with nothing else on their lines. */
export const rowsOfDigits = (lines: readonly Line[]): NumberChain[] =>
  chainsOf(
    digitGroupsOf(lines.filter(({ text }) => !certificateNumber.test(text))).filter(({ isAlone }) => isAlone),
  ).filter(({ digits }) => digits.length >= minNumberDigits)

/** Whether a row of digits must be taken for a card number: nothing says otherwise. */
export function isLoneNumber(chain: NumberChain, lines: readonly Line[]): boolean {
  const isCardLike = (brandOf(chain.digits) && hasFullLength(chain.digits)) || isGrouped(chain, lines)
  return isCardLike && !lines.some(({ text, quad }) => fieldLabel.test(text) && isBefore(quad, chain))
}

const isGrouped = ({ groups }: NumberChain, lines: readonly Line[]) =>
  lines.some(
    ({ text, glyphs }) =>
      inGroupsOfFour.test(text) && glyphs.some(({ quad }) => quad === groups[0]?.glyphs[0]?.quad),
  )

/** Right above the number, or left of it. */
function isBefore(label: Line['quad'], { groups }: NumberChain): boolean {
  const [first, last] = [groups[0], groups[groups.length - 1]]
  if (!first || !last) return false
  const { along, across } = axesOf(first.quad)
  const from = centre(first.quad)
  const [x, y] = centre(label)
  const [dx, dy] = [x - from[0], y - from[1]]
  const [right, down] = [dx * along[0] + dy * along[1], dx * across[0] + dy * across[1]]
  const height = Math.max(first.height, heightOf(label))
  const reach = (widthOf(first.quad) + widthOf(label)) / 2
  const isLeft = Math.abs(down) < 0.6 * height && right < 0
  const isAbove = down < -0.6 * height && down > -labelReach * height && Math.abs(right) < reach
  return isLeft || isAbove
}
