/** Numbers as long as card numbers that stand on a page without a label to tell what they are. */
import { axesOf, centre, heightOf, widthOf } from '../geometry/quad.ts'
import type { Line } from '../reader/text-reader.ts'
import { brandOf, codeLabel } from '../text/rules/card-number.ts'
import { passesLuhn } from '../text/secret.ts'
import { type DigitGroup, digitGroupsOf } from './digit-group.ts'
import { chainsOf, hasFullLength, type NumberChain } from './number-chain.ts'

const minNumberDigits = 12
// Florida's certificate numbers are as long as card numbers read in part, and must stay.
const certificateNumber = /^\D*\d{2} ?- ?\d{10} ?- ?\d$/
// Laws number their parts so: "48-8-3(15), (39), (41)". Their digits pass for those of a card now and then.
const citation = /(?:\(\d{1,3}\)\W*){2}/
const inGroupsOfFour = /^\D{0,2}\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}\D{0,2}$/
const fieldLabel = /(?:no|nos|nr|num|numbers?|account|acct|cards?|id|code|#)[ .:#)]*$|:\W*$/i
// In heights of the number: how far above it a label may stand, middle to middle.
const labelReach = 3
const namesCode = new RegExp(`(?<![a-z])(?:${codeLabel.source})(?![a-z])`, 'i')
// In heights of the number: cards have it below the number, or in the row below that.
const codeReach = 5
// In heights of the number: how far the middles of two things on one row may lie apart.
const sameRow = 0.6

/** Rows of digits with nothing else on their lines. */
export const rowsOfDigits = (lines: readonly Line[]): NumberChain[] =>
  chainsOf(
    digitGroupsOf(lines.filter(({ text }) => !certificateNumber.test(text) && !citation.test(text))).filter(
      ({ isAlone }) => isAlone,
    ),
  ).filter(({ digits }) => digits.length >= minNumberDigits)

/** Whether a row of digits must be taken for a card number: nothing says otherwise. */
export function isLoneNumber(chain: NumberChain, lines: readonly Line[]): boolean {
  if (!isCardNumber(chain, lines)) return false
  const labels = lines.filter(({ text }) => fieldLabel.test(text))
  return !labels.some(({ quad }) => isBefore(quad, chain) || isOfLaterRow(quad, chain))
}

/**
 * The check digit and the shape of a card number. In groups of four on one line, and near a security code, the check
 * digit may be misread.
 */
export const isCardNumber = (chain: NumberChain, lines: readonly Line[]): boolean =>
  (brandOf(chain.digits) !== undefined &&
    hasFullLength(chain.digits) &&
    (isOneRow(chain)
      ? (passesLuhn(chain.digits) && !isRowOfTable(chain, lines)) || isNearCode(chain, lines)
      : passesLuhn(chain.digits) && isLoneStack(chain, lines))) ||
  isGrouped(chain, lines)

function isNearCode({ groups: [first] }: NumberChain, lines: readonly Line[]): boolean {
  return (
    first !== undefined &&
    lines.some(({ text, quad }) => {
      if (!namesCode.test(text)) return false
      const { right, down, height } = offsetOf(quad, first)
      return Math.abs(right) < widthOf(first.quad) + widthOf(quad) && Math.abs(down) < codeReach * height
    })
  )
}

// In heights of the number: how far away rows of the same table are looked for, and how many of them tell.
const table = { reach: 12, rows: 2 }

/** Rows above or below with numbers in the same columns, which are no numbers of cards themselves. */
function isRowOfTable({ groups: [first, ...others] }: NumberChain, lines: readonly Line[]): boolean {
  if (!first) return false
  const all = digitGroupsOf(lines)
  const inColumn = (group: DigitGroup) =>
    all.flatMap((other) => {
      const { right, down, height } = offsetOf(other.quad, group)
      const isBeyond = Math.abs(down) >= height && Math.abs(down) < table.reach * height
      return isBeyond && Math.abs(right) < widthOf(group.quad) / 2 ? [{ digits: other.digits, down }] : []
    })
  const columns = others.map(inColumn)
  const rows = inColumn(first).flatMap(({ digits, down }) => {
    const cells = columns.map((column) =>
      column.find((cell) => Math.abs(cell.down - down) < sameRow * first.height),
    )
    return cells.every((cell) => cell !== undefined)
      ? [digits + cells.map((cell) => cell.digits).join('')]
      : []
  })
  return rows.filter((digits) => !brandOf(digits) || !passesLuhn(digits)).length >= table.rows
}

/** Rows of four digits, as on upright cards. In a column of a table the numbers go on above or below. */
function isLoneStack({ groups }: NumberChain, lines: readonly Line[]): boolean {
  const [first, last] = [groups[0] as DigitGroup, groups[groups.length - 1] as DigitGroup]
  if (groups.some(({ digits }) => digits.length !== 4)) return false
  return !digitGroupsOf(lines).some((other) => {
    if (groups.some(({ quad }) => isSamePlace(quad, other.quad))) return false
    return [first, last].some((end) => {
      const { right, down, height } = offsetOf(other.quad, end)
      return Math.abs(right) < widthOf(end.quad) && Math.abs(down) < labelReach * height
    })
  })
}

const isSamePlace = (a: Line['quad'], b: Line['quad']) =>
  Math.hypot(centre(a)[0] - centre(b)[0], centre(a)[1] - centre(b)[1]) < heightOf(a) / 2

/** Columns of a table hold short numbers below each other. */
const isOneRow = ({ groups: [first, ...others] }: NumberChain): boolean =>
  first !== undefined &&
  others.every(({ quad }) => {
    const { down, height } = offsetOf(quad, first)
    return Math.abs(down) < height
  })

const isGrouped = ({ groups }: NumberChain, lines: readonly Line[]) =>
  lines.some(
    ({ text, glyphs }) =>
      inGroupsOfFour.test(text) && glyphs.some(({ quad }) => quad === groups[0]?.glyphs[0]?.quad),
  )

/** Right above the number, or left of it. */
function isBefore(label: Line['quad'], { groups: [first] }: NumberChain): boolean {
  if (!first) return false
  const { right, down, height } = offsetOf(label, first)
  const reach = (widthOf(first.quad) + widthOf(label)) / 2
  const isAbove = down < -sameRow * height && down > -labelReach * height && Math.abs(right) < reach
  return isAbove || isLeft(label, first)
}

/** Values below each other, of which a later one has its label: fields of a form. Upright cards have rows of four. */
const isOfLaterRow = (label: Line['quad'], { groups }: NumberChain): boolean =>
  groups.some(({ digits }) => digits.length !== 4) && groups.some((group) => isLeft(label, group))

function isLeft(label: Line['quad'], group: DigitGroup): boolean {
  const { right, down, height } = offsetOf(label, group)
  return Math.abs(down) < sameRow * height && right < 0
}

function offsetOf(label: Line['quad'], { quad, height }: DigitGroup) {
  const { along, across } = axesOf(quad)
  const [from, to] = [centre(quad), centre(label)]
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  return {
    right: dx * along[0] + dy * along[1],
    down: dx * across[0] + dy * across[1],
    height: Math.max(height, heightOf(label)),
  }
}
