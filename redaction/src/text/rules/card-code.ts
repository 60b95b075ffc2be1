import { labelledValues } from '../labelled-values.ts'
import { findCardNumbers } from './card-number.ts'
import type { Rule } from './rule.ts'

const label =
  /c ?v ?v2?|cw2?|c ?v ?c2?|cid|csc|cvn|c[vV]{2}|(?:card )?sec(?:urity|\.)? ?code|card ?(?:verification|validation|identification|security|id) ?(?:code|value|number|no)?|(?:verification|validation) ?(?:code|value|number)|card ?code|(?:3|three|4|four)[ -]?digit (?:security )?code/
const code = /\d(?: ?\d){2,3}(?![\d/.-]|[ -]\d)/
const afterExpiry =
  /(?<![\d/-])(?:0[1-9]|1[0-2]) ?[/-] ?(?:20)?\d{2}[ ,;|:]{1,4}(?:(?:and )?(?:the )?code[ :#]{1,3})?(\d{3,4})(?![\d/-])/gi
// How far behind a card number its expiry date may stand.
const maxGap = 24

const labelledCodes = labelledValues({ label, value: code })

/** The code printed on a card, by its label or behind number and expiry date. */
export const findCardCodes: Rule = (source) => {
  const labelled = labelledCodes(source).map(({ start, end }) => ({
    start,
    end,
    confidence: 0.95,
  }))
  const numberEnds = findCardNumbers(source).map(({ valueEnd }) => valueEnd)
  const trailing = [...source.digits.matchAll(afterExpiry)]
    .filter(({ index }) => numberEnds.some((end) => end <= index && index - end <= maxGap))
    .map((match) => {
      const end = match.index + match[0].length
      return { start: end - (match[1] as string).length, end, confidence: 0.85 }
    })
  return [...labelled, ...trailing].map((span) => ({ kind: 'card-code', ...span, valueEnd: span.end }))
}
