import { endBeforeLastFour } from '../digit-run.ts'
import { labelledValues } from '../labelled-values.ts'
import type { Secret } from '../secret.ts'
import type { Rule } from './rule.ts'

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
