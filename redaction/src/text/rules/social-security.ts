import { labelledValues } from '../labelled-values.ts'
import { matchesOf } from '../matches.ts'
import { endBeforeLastFour, isEmployerNumber, type Rule, type Secret } from '../secret.ts'

// Wrapped text breaks a number behind a dash.
const dash = String.raw`(?: ?\n?[-._/] ?\n?| )`
const written = new RegExp(
  String.raw`(?<![\dA-Za-z]|\d[./-])(\d{3})${dash}(\d{2})${dash}(\d{4})(?:[A-D]\d?(?![\dA-Za-z])|(?![\dA-Za-z]|[-./]\d))`,
  'g',
)
const otherNames = String.raw`(?:[ ,]{0,2}(?:\/|or|and|&|,| ){1,2} ?(?:or )?(?:itin|f?\.?e\.?i\.?n|fid|tin|(?:fed(?:eral)?\.? |employer )?(?:tax )?id(?:entification)?(?: ?(?:number|no|#))?))*`
const label = new RegExp(
  String.raw`(?:s ?\. ?s ?\. ?n ?\.?|ssn#?|ss ?(?:#|no|num|number)|soc(?:ial|\.)? ?sec(?:urity|\.)?(?: ?(?:card|account|acct))?(?: ?(?:#|no|num|number))?|social ?#|seguro social|itin|(?:irs )?individual taxpayer id(?:entification)?(?: (?:number|no))?)${otherNames}`,
)
const gluedLabel = /soc(?:ial|\.) ?sec(?:urity|\.) ?(?:number|no|#)/
const nineDigits = /\d(?:[ .|_/\n-]{0,5}\d){8}(?!\d|[./-]\d)/
// Five digits are less than the number has, and more than the last four that forms ask for.
const otherCount = /\d(?:[ .|_\n-]{0,5}\d){4,19}(?!\d|[.-]\d)/
const amount = /\d[.,]\d{2}$/
// Names of a number that may be another one: all nine digits must be there.
const vagueLabel =
  /social|taxpayer(?:'s)? id(?:entification)?(?: ?(?:number|no|#))?|(?:individual|recipient|payee|owner|borrower|partner|beneficiary|participant|transferor|debtor|student)'?s? ?(?:tin|(?:taxpayer )?identification (?:number|no))/
const ofBusiness =
  /(?:federal|employer'?s?|business|company|corporate|payer'?s?|state|sales|texas|filer'?s?|lender'?s?|new jersey|trust'?s?|estate'?s?) ?$/i
// A phone number of which one digit was not read has the shape of this one.
const ofPhone = /(?:fax|tel(?:ephone)?|phone|mobile|cell)(?: ?(?:no|number|#))?[ .:#(]{0,3}$/i
const trailing =
  /(?<!\d|\d[.-])\d(?:[ .-]?\d){8}(?= ?(?:is|=|\(|-) ?(?:my |the |his |her |our )?(?:ssn|social|itin))/gi

const labelledNumbers = labelledValues({ label, gluedLabel, value: nineDigits })
const vaguelyLabelled = labelledValues({ label: vagueLabel, value: nineDigits, unless: ofBusiness })
const misreadNumbers = labelledValues({ label, gluedLabel, value: otherCount })

/** Social Security and individual taxpayer numbers; the last four digits stay. */
export const findSocialSecurityNumbers: Rule = (source) => {
  const { digits } = source
  const secret = (start: number, end: number, confidence: number): Secret => ({
    kind: isTaxpayerNumber(digits.slice(start, end).replace(/\D/g, '')) ? 'itin' : 'ssn',
    start,
    end: endBeforeLastFour(digits, start, end),
    valueEnd: end,
    confidence,
  })
  const bare = matchesOf(written, digits).filter(
    (match) => isIssued(match[0].replace(/\D/g, '')) && !ofPhone.test(digits.slice(0, match.index)),
  )
  const labelled = [...labelledNumbers(source), ...vaguelyLabelled(source)].filter(
    ({ match }) => !isEmployerNumber(match[0]),
  )
  // A label as clear as this makes a number that was read badly a secret, all of it.
  const misread = misreadNumbers(source).filter(
    ({ start, match }) =>
      !isEmployerNumber(match[0]) &&
      !amount.test(match[0]) &&
      !labelled.some((known) => known.start === start),
  )
  return [
    ...bare.map((match) => secret(match.index, match.index + match[0].length, 0.9)),
    ...labelled.map(({ start, end }) => secret(start, end, 0.99)),
    ...misread.map(({ start, end }): Secret => ({ kind: 'ssn', start, end, valueEnd: end, confidence: 0.6 })),
    ...matchesOf(trailing, digits).map((match) => secret(match.index, match.index + match[0].length, 0.95)),
  ]
}

const isTaxpayerNumber = (number: string) => number.startsWith('9')

function isIssued(number: string): boolean {
  const area = number.slice(0, 3)
  const group = number.slice(3, 5)
  if (area === '000' || area === '666' || group === '00' || number.endsWith('0000')) return false
  return !isTaxpayerNumber(number) || Number(group) >= 50
}
