import { labelledValues } from '../labelled-values.ts'
import type { Rule } from './rule.ts'

const passportLabel = /(?:u\.?s\.? )?passport(?: ?(?:book|card))?(?: ?(?:#|no|num|number))?/
const passport = /(?=[A-Z]{0,2}\d)(?:[A-Z]{0,2} ?\d(?: ?\d){5,8})(?![\dA-Z])/
const licenseLabel =
  /driv(?:er|ers|er's|ers'|ing)?'? ?'?s? ?lic(?:en[sc]e|\.)?(?: ?\/ ?(?:state )?id(?:entification)?)?(?: ?(?:#|nos?|num|number|id))?|d\.? ?l\.? ?(?:#|no|num|number)|dln|operator'?s? lic(?:en[sc]e|\.)?(?: ?(?:#|no|num|number))?|cdl(?: ?(?:#|no|num|number))?/
const license =
  /(?=(?:[A-Z -]{0,12}\d){3})(?:[A-Z]{2} (?=[A-Z]?\d))?[A-Z0-9](?:[ -]?[A-Z0-9]){4,18}(?![A-Z0-9])/

const passportNumbers = labelledValues({ label: passportLabel, value: passport, hasLetters: true })
const licenseNumbers = labelledValues({ label: licenseLabel, value: license, hasLetters: true })

/** Passport and driver-license numbers by their labels. */
export const findIdentityDocuments: Rule = (source) => [
  ...passportNumbers(source).map(({ start, end }) => ({
    kind: 'passport-number' as const,
    start,
    end,
    valueEnd: end,
    confidence: 0.95,
  })),
  ...licenseNumbers(source).map(({ start, end, match }) => {
    const trimmed = start + wholeWords(match[0]).length
    return {
      kind: 'driver-license-number' as const,
      start,
      end: trimmed,
      valueEnd: Math.min(end, trimmed),
      confidence: 0.95,
    }
  }),
]

// The number ends where plain words go on.
function wholeWords(value: string): string {
  const words = value.split(' ')
  while (words.length > 1 && !/\d/.test(words[words.length - 1] as string)) words.pop()
  return words.join(' ')
}
