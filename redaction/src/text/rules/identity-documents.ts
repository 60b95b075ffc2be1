import { labelledValues } from '../labelled-values.ts'
import { endBeforeLastFour, type Rule, type Secret } from '../secret.ts'

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

const lineLengths = { min: 26, max: 48 }

/** Machine-readable lines of passports and identity cards. */
export const findMrzLines: Rule = ({ text }) => {
  let at = 0
  return text.split('\n').flatMap((line) => {
    const start = at
    at += line.length + 1
    const compact = line.replace(/[ «]/g, (mark) => (mark === '«' ? '<<' : ''))
    const fillers = compact.split('<').length - 1
    const isMrz =
      compact.length >= lineLengths.min &&
      compact.length <= lineLengths.max &&
      fillers >= 2 &&
      /^[A-Z0-9<]+$/.test(compact) &&
      (/<{3,}/.test(compact) || /\d{6,}/.test(compact))
    return isMrz
      ? [{ kind: 'mrz', start, end: start + line.length, valueEnd: start + line.length, confidence: 0.95 }]
      : []
  })
}

const written =
  /(?<![\dA-Za-z]|\d[./-])(\d{3})( ?[-._/] ?| )(\d{2})( ?[-._/] ?| )(\d{4})(?![\dA-Za-z]|[-./]\d)/g
const label =
  /s ?\. ?s ?\. ?n ?\.?|ssn|ss ?(?:#|no|num|number)|soc(?:ial|\.)? ?sec(?:urity|\.)?(?: ?(?:card|account|acct))?(?: ?(?:#|no|num|number))?|social ?#|seguro social|itin|individual taxpayer id(?:entification)?(?: number)?/
const nineDigits = /\d(?:[ .|_/\n-]{0,5}\d){8}(?!\d|[./-]\d)/
const otherCount = /\d(?:[ .|_\n-]{0,5}\d){6,19}(?!\d|[.-]\d)/
const trailing =
  /(?<!\d|\d[.-])\d(?:[ .-]?\d){8}(?= ?(?:is|=|\(|-) ?(?:my |the |his |her |our )?(?:ssn|social|itin))/gi
const employerShape = /^\d{2} ?- ?\d{7}$/

const labelledNumbers = labelledValues({ label, value: nineDigits })
const misreadNumbers = labelledValues({ label, value: otherCount })

/** Social-security and individual taxpayer numbers; the last four digits stay. */
export const findSocialSecurityNumbers: Rule = (source) => {
  const { digits } = source
  const secret = (start: number, end: number, confidence: number): Secret => ({
    kind: isTaxpayerNumber(digits.slice(start, end).replace(/\D/g, '')) ? 'itin' : 'ssn',
    start,
    end: endBeforeLastFour(digits, start, end),
    valueEnd: end,
    confidence,
  })
  const bare = [...digits.matchAll(written)].filter((match) => isIssued(match[0].replace(/\D/g, '')))
  const labelled = labelledNumbers(source).filter(({ match }) => !employerShape.test(match[0]))
  // A label as clear as this makes a number that was read badly a secret, all of it.
  const misread = misreadNumbers(source).filter(
    ({ start, match }) => !employerShape.test(match[0]) && !labelled.some((known) => known.start === start),
  )
  return [
    ...bare.map((match) => secret(match.index, match.index + match[0].length, 0.9)),
    ...labelled.map(({ start, end }) => secret(start, end, 0.99)),
    ...misread.map(({ start, end }): Secret => ({ kind: 'ssn', start, end, valueEnd: end, confidence: 0.6 })),
    ...[...digits.matchAll(trailing)].map((match) =>
      secret(match.index, match.index + match[0].length, 0.95),
    ),
  ]
}

const isTaxpayerNumber = (number: string) => number.startsWith('9')

function isIssued(number: string): boolean {
  const area = number.slice(0, 3)
  const group = number.slice(3, 5)
  if (area === '000' || area === '666' || group === '00' || number.endsWith('0000')) return false
  return !isTaxpayerNumber(number) || Number(group) >= 50
}

const birthLabel =
  /dates? ?of ?birth|birth ?dates?|d ?\. ?[o0] ?\. ?b ?\.?|d[o0]b|birthday|born(?: on)?|fecha de nacimiento/
const month = '(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*'
const separator = '(?: ?[-/.,|] ?| )'
const date = new RegExp(
  [
    String.raw`\d{4}${separator}\d{1,2}${separator}\d{1,2}(?!\d)`,
    String.raw`\d{1,2}${separator}\d{1,2}${separator}(?:\d{4}|\d{2})(?!\d)`,
    String.raw`\d(?:[ |]{0,3}\d){7}(?!\d)`,
    String.raw`\d(?:[ ./|-]{0,3}\d){5,7}(?!\d)`,
    String.raw`${month}\.? ?\d{1,2}(?:st|nd|rd|th)?,? ?\d{2,4}`,
    String.raw`\d{1,2}(?:st|nd|rd|th)?[ -]?(?:of )?${month}[-.,]? ?\d{2,4}`,
  ].join('|'),
)

const birthDates = labelledValues({ label: birthLabel, value: date })

/** Dates that a label says somebody was born on. */
export const findDatesOfBirth: Rule = (source) =>
  birthDates(source).map(({ start, end }) => ({
    kind: 'date-of-birth',
    start,
    end,
    valueEnd: end,
    confidence: 0.95,
  }))
