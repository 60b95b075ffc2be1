/** What kind of account a GSA SmartPay card is, from its first six digits and the words printed on it. */

import linesFile from '../cards/lines.json' with { type: 'json' }
import { CardLines } from './card-schema.ts'
import { readFile } from './read-file.ts'
import type { CardClass } from './terms.ts'

const table = readFile('cards/lines.json', CardLines, linesFile)

/** So many digits are looked at, and never more. */
export const firstDigitCount = 6
const prefixLength = 4

const printedWords: [word: RegExp, line: CardClass['line']][] = [
  [/\btravel(card)?\b|\btax ?advantage\b/i, 'travel'],
  [/\bpurchase(card)?\b/i, 'purchase'],
  [/\bfleet(card)?\b/i, 'fleet'],
  [/\bintegrated\b/i, 'integrated'],
]
/** On cards of the government, and on no card that shares its numbers with them. */
const governmentWords = /government|smart ?pay|united ?states/i

const unknown = { line: 'unknown', billing: 'unknown' } as const

/** The class of a card from its first digits and the words printed on it. Nothing of the digits is in the answer. */
export function classifyCard(firstDigits: string, printed: string): CardClass {
  const digits = firstDigits.replace(/\D/g, '').slice(0, firstDigitCount)
  if (digits.length < prefixLength) return { program: 'unknown', ...unknown }
  const prefix = digits.slice(0, prefixLength)
  const possible = table.lines.filter(({ prefixes }) => prefixes.includes(prefix)).map(({ line }) => line)
  if (possible.length === 0) return { program: 'other', ...unknown }
  // Other programs use these prefixes too: the digits alone do not make it a SmartPay card.
  const isReserved = !table.notReserved.includes(prefix)
  const program = isReserved || governmentWords.test(printed) ? 'smartpay' : 'unknown'
  const named = printedWords.filter(([word]) => word.test(printed)).map(([, line]) => line)
  const lines = isReserved && possible.length === 1 ? possible : possible.filter((one) => named.includes(one))
  const [line] = lines
  // Two words, as of a card that lies on a leaflet, tell as little as none.
  if (!line || lines.length > 1) return { program, ...unknown }
  return { program, line, billing: billingOf(line, digits[firstDigitCount - 1]) }
}

/** The class once a person has read the word on a card whose digits are not known here. */
export const withPrintedWord = (card: CardClass, line: CardClass['line']): CardClass => ({
  ...card,
  line,
  billing: billingOf(line, undefined),
})

/** Only on travel cards does the sixth digit say who pays the bill. */
function billingOf(line: CardClass['line'], sixth: string | undefined): CardClass['billing'] {
  if (line !== 'travel') return 'central'
  if (sixth === undefined) return 'unknown'
  const { individual, central, split } = table.sixthDigit
  if (individual.includes(sixth)) return 'individual'
  if (split.includes(sixth)) return 'split'
  return central.includes(sixth) ? 'central' : 'unknown'
}
