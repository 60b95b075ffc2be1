import { labelledValues } from '../labelled-values.ts'
import type { Secret, SecretKind } from '../secret.ts'
import type { Rule } from './rule.ts'

const routingLabel =
  /(?:bank |ach |wire |aba |transit )?routing(?: ?(?:and|&|\/|-)? ?transit)?(?: ?(?:#|no|num|number|code))?|aba(?: ?(?:#|no|num|number|code|routing))*|rtn|transit ?(?:#|no|num|number)|r\/t ?(?:#|no|number)?/
const routing = /\d(?:[ .|_-]{0,2}\d){8}(?!\d)/
const accountLabel =
  /(?:(?:bank|checking|chequing|savings?|deposit|ach|eft|wire|beneficiary|money market)(?: ?(?:account|acct|a\/c))|(?:account|acct|a\/c)\.? ?(?:#|:|nos?\b|num|number|nbr))(?:\.? ?(?:#|nos?\b|num|number|nbr))?/
const account = /\d(?:[ .|_-]{0,2}\d){3,16}(?!\d|[./-]\d)/
const notBank =
  /(?:tax|taxpayer|sales|use|permit|state|exempt|exemption|withholding|unemployment|customer|client|vendor|supplier|utility|user|seller'?s?|resale|dealer|registration|licen[sc]e|employer|member|patron|security|card)[ /&-]*(?:\w+ )?$/i
const iban = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![A-Za-z0-9])/g
const micr = /(?:[\u2446:|[("']{1,2} ?)(\d{9}) ?[\u2446:|\])"'.,]{1,2} ?(\d[\d -]{3,18}\d)(?!\d)/g

const routingNumbers = labelledValues({ label: routingLabel, value: routing })
const accountNumbers = labelledValues({ label: accountLabel, value: account, unless: notBank })

/** Routing and account numbers of banks. */
export const findBankNumbers: Rule = (source) => {
  const secret = (kind: SecretKind, start: number, end: number, confidence: number): Secret => ({
    kind,
    start,
    end,
    valueEnd: end,
    confidence,
  })
  return [
    ...routingNumbers(source).map(({ start, end }) => secret('routing-number', start, end, 0.95)),
    ...accountNumbers(source).map(({ start, end }) => secret('bank-account', start, end, 0.95)),
    ...[...source.text.matchAll(iban)]
      .filter(([number]) => passesMod97(number.replaceAll(' ', '')))
      .map((match) => secret('bank-account', match.index, match.index + match[0].length, 0.99)),
    ...[...source.digits.matchAll(micr)]
      .filter((match) => passesRoutingCheck(match[1] as string))
      .flatMap((match) => {
        const start = match.index + match[0].indexOf(match[1] as string)
        const end = match.index + match[0].length
        return [
          secret('routing-number', start, start + 9, 0.9),
          secret('bank-account', end - (match[2] as string).length, end, 0.9),
        ]
      }),
  ]
}

function passesMod97(iban: string): boolean {
  const digits = (iban.slice(4) + iban.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

function passesRoutingCheck(number: string): boolean {
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1]
  return weights.reduce((sum, weight, i) => sum + weight * Number(number[i]), 0) % 10 === 0
}
