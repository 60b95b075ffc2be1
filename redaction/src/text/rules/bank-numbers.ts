import { anyOf, type Label, labelledValues } from '../labelled-values.ts'
import { matchesOf } from '../matches.ts'
import { isEmployerNumber, type Rule, type Secret, type SecretKind } from '../secret.ts'

/** What the number of a bank is called. */
export const routingLabels: readonly Label[] = [
  {
    pattern:
      /(?:bank |ach |wire |aba |transit )?routing(?: ?(?:and|&|\/|-)? ?transit)?(?: ?(?:#|no|num|number|code))?/,
    example: 'Routing Number 021000021',
  },
  { pattern: /aba(?: ?(?:#|no|num|number|code|routing|\/))*/, example: 'ABA # 021000021' },
  { pattern: /rtn/, example: 'RTN: 021000021' },
  { pattern: /transit ?(?:#|no|num|number)/, example: 'Transit # 021000021' },
  { pattern: /r\/t ?(?:#|no|number)?/, example: 'R/T No. 021000021' },
]
const routing = /\d(?:[ .|_-]{0,2}\d){8}(?!\d)/
/** What the account at a bank is called, so that no other account is meant. */
export const bankAccountLabels: readonly Label[] = [
  { pattern: /dda/, example: 'DDA 186140966112', why: 'A demand deposit account: banks’ own words.' },
  {
    pattern: /(?:account|acct)(?:\.? ?(?:no|num|number|#))? to (?:be )?(?:credit|debit)(?:ed)?/,
    example: 'Account to be debited 186140966112',
  },
  {
    pattern:
      /(?:bank|checking|chequing|savings?|deposit|ach|eft|wire|beneficiary|money market) ?(?:account|acct|a\/c)(?:\.? ?(?:#|nos?\b|num|number|nbr))?/,
    example: 'Checking Acct No. 186140966112',
  },
]
const bankAccountLabel = anyOf(bankAccountLabels)
/** “Bank account for refunds”: longer numbers only, so that no year behind such words is taken for one. */
const purposeLabel = new RegExp(
  `(?:${bankAccountLabel.source}) (?:for|to|of|from|at|with)(?: [a-z'-]{2,}){1,4}`,
)
const anyAccountLabel =
  /(?:account|acct|a\/c)\.? ?(?:#|:|nos?\b|num|number|nbr)(?:\.? ?(?:#|nos?\b|num|number|nbr))?/
const gluedAccountLabel = /(?:bank|checking|savings?)account(?:number|no|#)/
const account = /\d(?:[ .|_-]{0,2}\d){3,16}(?!\d|[./-]\d)/
const bareBankLabel = /checking|chequing|savings?/
const bareLabel = /account|acct\.?|a\/c/
const longAccount = /\d(?:[ .|_-]{0,2}\d){6,16}(?!\d|[./-]\d)/
const otherAccount =
  /(?:tax|taxpayer|sales|use|permit|state|exempt|exemption|withholding|unemployment|customer|client|vendor|supplier|utility|user|seller'?s?|resale|dealer|registration|licen[sc]e|employer|member|patron|security|card|direct pay)[ ,/&-]*(?:\w+ )?$/i
/** What other countries call the numbers of banks and accounts, with their shapes. */
export const numbersAbroad: readonly (Label & { value: RegExp })[] = [
  {
    pattern: /sort ?code/,
    value: /\d{2}[ -]?\d{2}[ -]?\d{2}(?!\d|[./-]\d)/,
    example: 'Sort code 20-00-00',
    why: 'British.',
  },
  {
    pattern: /bsb(?: ?(?:no|num|number|#))?/,
    value: /\d{3}[ -]?\d{3}(?!\d|[./-]\d)/,
    example: 'BSB 062-000',
    why: 'Australian.',
  },
  {
    pattern: /transit(?: ?(?:no|num|number|#))/,
    value: /\d{5}-\d{3}(?!\d|[./-]\d)/,
    example: 'Transit No. 00012-003',
    why: 'Canadian.',
  },
  {
    pattern: /blz|bankleitzahl/,
    value: /\d{3} ?\d{3} ?\d{2}(?!\d|[./-]\d)/,
    example: 'BLZ 370 400 44',
    why: 'German.',
  },
  {
    pattern: /clabe(?: interbancaria)?/,
    value: /\d(?: ?\d){17}(?!\d|[./-]\d)/,
    example: 'CLABE 032180000118359719',
    why: 'Mexican.',
  },
  {
    pattern: /konto(?:nummer|-? ?nr\.?)|(?:n[uú]mero de |no\.? de )?cuenta|num[eé]ro de compte|compte n[o°]?/,
    value: /\d(?:[ .-]?\d){5,19}(?!\d|[./-]\d)/,
    example: 'Kontonummer 532 013 000',
    why: 'German, Spanish and French.',
  },
]
const both =
  /routing ?(?:#|no\.?|num|number)? ?(?:\/|and|&|,) ?(?:account|acct)[^\d\n]{0,24}(\d{9})[ /|,;\u250a-]{1,5}(\d[\d -]{3,17}\d)(?!\d)/gi
const iban = /(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![A-Za-z0-9])/g
// Many digits, and no word: the next line may be one of prose.
const misreadIban =
  /(?=(?:[A-Z -]*\d){10})(?![A-Z\d -]*[A-Z]{5})[A-Z]{2}[A-Z0-9]{2}(?:[ -]?[A-Z0-9]){10,30}(?![A-Za-z0-9])/

const routingNumbers = labelledValues({
  label: anyOf(routingLabels),
  gluedLabel: /routingnumber/,
  value: routing,
})
const transitNumbers = labelledValues({ label: /transit/, value: routing })
const bankAccounts = labelledValues({
  label: bankAccountLabel,
  gluedLabel: gluedAccountLabel,
  value: account,
  unless: otherAccount,
})
const purposeAccounts = labelledValues({ label: purposeLabel, value: longAccount, unless: otherAccount })
const anyAccounts = labelledValues({ label: anyAccountLabel, value: account, unless: otherAccount })
const bareBankAccounts = labelledValues({ label: bareBankLabel, value: longAccount, unless: otherAccount })
const bareAccounts = labelledValues({ label: bareLabel, value: longAccount, unless: otherAccount })
const accountsAbroad = numbersAbroad.map(({ pattern, value }) => labelledValues({ label: pattern, value }))
const labelledIbans = labelledValues({ label: /iban/, value: misreadIban, hasLetters: true })

const secret = (kind: SecretKind, start: number, end: number, confidence: number): Secret => ({
  kind,
  start,
  end,
  valueEnd: end,
  confidence,
})

const anyAccount = (start: number, end: number, confidence: number): Secret => ({
  ...secret('bank-account', start, end, confidence),
  mayBeTaxAccount: true,
})

const isNoEmployer = ({ match }: { match: RegExpExecArray }) => !isEmployerNumber(match[0])

/** Routing and account numbers of banks. */
export const findBankNumbers: Rule = (source) => [
  ...routingNumbers(source).map(({ start, end }) => secret('routing-number', start, end, 0.95)),
  // Goods are in transit, too.
  ...transitNumbers(source)
    .filter(({ match }) => isRoutingNumber(match[0].replace(/\D/g, '')))
    .map(({ start, end }) => secret('routing-number', start, end, 0.9)),
  ...accountsAbroad
    .flatMap((find) => find(source))
    .map(({ start, end }) => secret('bank-account', start, end, 0.9)),
  ...bankAccounts(source).map(({ start, end }) => secret('bank-account', start, end, 0.95)),
  ...purposeAccounts(source).map(({ start, end }) => secret('bank-account', start, end, 0.9)),
  ...bareBankAccounts(source).map(({ start, end }) => secret('bank-account', start, end, 0.85)),
  // What is written as an employer's number is one, unless the label names a bank.
  ...anyAccounts(source)
    .filter(isNoEmployer)
    .map(({ start, end }) => anyAccount(start, end, 0.95)),
  ...bareAccounts(source)
    .filter(isNoEmployer)
    .map(({ start, end }) => anyAccount(start, end, 0.85)),
  ...matchesOf(both, source.digits).map((match) => {
    const end = match.index + match[0].length
    return secret('bank-account', end - (match[2] as string).length, end, 0.95)
  }),
]

/** Account numbers of other countries: their check digits prove all of their characters. */
export const findIbans: Rule = (source) => [
  ...matchesOf(iban, source.text)
    .filter(([number]) => passesMod97(number.replaceAll(' ', '')))
    .map((match) => ({
      ...secret('bank-account', match.index, match.index + match[0].length, 0.99),
      isProven: true,
    })),
  ...labelledIbans(source).map(({ start, end }) => secret('bank-account', start, end, 0.8)),
]

function passesMod97(number: string): boolean {
  const digits = (number.slice(4) + number.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

// The marks of the line at the foot of a check are read as almost anything, letters like strokes included.
const mark = String.raw`[^\dA-Za-z\n]|[IlLiJ](?![A-Za-z])`
const routingInLine = new RegExp(
  String.raw`(?<![\dA-Za-z$.,-])(\d{9})(?:(?:${mark}){1,4})(\d[\d -]{2,18}\d)`,
  'g',
)
const minLineDigits = 15

/** The line at the foot of a check: the routing number, and all that follows it as one run. */
export const findCheckLines: Rule = ({ text }) => {
  let at = 0
  return text.split('\n').flatMap((line) => {
    const offset = at
    at += line.length + 1
    const plain = line.replace(/[IlLiJOoSBZ]/g, '')
    if (/[A-Za-z]/.test(plain) || line.replace(/\D/g, '').length < minLineDigits) return []
    return matchesOf(routingInLine, line)
      .filter(([, number]) => isRoutingNumber(number as string))
      .slice(0, 1)
      .flatMap((match) => {
        const start = offset + match.index
        const end = start + match[0].length
        return [
          secret('routing-number', start, start + 9, 0.9),
          secret('bank-account', end - (match[2] as string).length, end, 0.9),
        ]
      })
  })
}

/** Whether a number passes the check digit and starts as those that are issued do: by district of the Federal Reserve. */
function isRoutingNumber(number: string): boolean {
  if (!/^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)/.test(number) || /^0+$/.test(number)) return false
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1]
  return weights.reduce((sum, weight, i) => sum + weight * Number(number[i]), 0) % 10 === 0
}
