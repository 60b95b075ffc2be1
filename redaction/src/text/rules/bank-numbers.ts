import { labelledValues } from '../labelled-values.ts'
import type { Rule, Secret, SecretKind } from '../secret.ts'

const routingLabel =
  /(?:bank |ach |wire |aba |transit )?routing(?: ?(?:and|&|\/|-)? ?transit)?(?: ?(?:#|no|num|number|code))?|aba(?: ?(?:#|no|num|number|code|routing))*|rtn|transit ?(?:#|no|num|number)|r\/t ?(?:#|no|number)?/
const routing = /\d(?:[ .|_-]{0,2}\d){8}(?!\d)/
const accountLabel =
  /(?:(?:bank|checking|chequing|savings?|deposit|ach|eft|wire|beneficiary|money market)(?: ?(?:account|acct|a\/c))|(?:account|acct|a\/c)\.? ?(?:#|:|nos?\b|num|number|nbr))(?:\.? ?(?:#|nos?\b|num|number|nbr))?/
const account = /\d(?:[ .|_-]{0,2}\d){3,16}(?!\d|[./-]\d)/
const kindOfAccount = /checking|chequing|savings?/
const longAccount = /\d(?:[ .|_-]{0,2}\d){6,16}(?!\d|[./-]\d)/
const notBank =
  /(?:tax|taxpayer|sales|use|permit|state|exempt|exemption|withholding|unemployment|customer|client|vendor|supplier|utility|user|seller'?s?|resale|dealer|registration|licen[sc]e|employer|member|patron|security|card)[ /&-]*(?:\w+ )?$/i
const iban = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![A-Za-z0-9])/g
// The line at the foot of a check. Its marks are read as anything: where there are none, nothing else may stand there.
const micr =
  /(?:[\u2446:|[("']{1,2} ?)(\d{9}) ?[\u2446:|\])"'.,]{1,2} ?(\d[\d -]{3,18}\d)(?!\d)|^[^\dA-Za-z]*(\d{9})[^\dA-Za-z]{1,4}(\d[\d -]{3,18}\d)[^A-Za-z]*$/gm

const routingNumbers = labelledValues({ label: routingLabel, value: routing })
const accountNumbers = labelledValues({ label: accountLabel, value: account, unless: notBank })
const unnamedAccounts = labelledValues({ label: kindOfAccount, value: longAccount })

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
    ...unnamedAccounts(source).map(({ start, end }) => secret('bank-account', start, end, 0.85)),
    ...[...source.text.matchAll(iban)]
      .filter(([number]) => passesMod97(number.replaceAll(' ', '')))
      .map((match) => secret('bank-account', match.index, match.index + match[0].length, 0.99)),
    ...[...source.digits.matchAll(micr)]
      .map(({ index, 0: all, 1: marked, 2: account, 3: bare, 4: bareAccount }) => ({
        start: index + all.indexOf(marked ?? (bare as string)),
        routing: marked ?? (bare as string),
        end: index + all.lastIndexOf(account ?? (bareAccount as string)),
        account: account ?? (bareAccount as string),
      }))
      .filter(({ routing }) => passesRoutingCheck(routing))
      .flatMap(({ start, end, account }) => [
        secret('routing-number', start, start + 9, 0.9),
        secret('bank-account', end, end + account.length, 0.9),
      ]),
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
