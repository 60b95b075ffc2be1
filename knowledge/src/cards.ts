/** Government cards: what kind of account a GSA SmartPay card is, and what its state says about it. */

import { z } from 'zod'
import linesFile from '../cards/lines.json' with { type: 'json' }
import statementsFile from '../cards/statements.json' with { type: 'json' }
import type { purchaseKinds } from './facts.ts'
import { readFile } from './read-file.ts'
import { CardLines, CardStatement } from './schema.ts'

const table = readFile('cards/lines.json', CardLines, linesFile)
export const cardStatements: readonly CardStatement[] = readFile(
  'cards/statements.json',
  z.array(CardStatement),
  statementsFile,
)

export type CardLine = 'travel' | 'purchase' | 'fleet' | 'integrated' | 'unknown'
export type CardBilling = 'central' | 'individual' | 'split' | 'unknown'

export interface CardClass {
  program: 'smartpay' | 'other' | 'unknown'
  line: CardLine
  billing: CardBilling
}

const printedWords: [word: RegExp, line: CardLine][] = [
  [/\btravel\b|\btax advantage\b/i, 'travel'],
  [/\bpurchase\b/i, 'purchase'],
  [/\bfleet\b/i, 'fleet'],
  [/\bintegrated\b/i, 'integrated'],
]

/** The class of a card from its first digits and the words printed on it. Nothing of the digits is in the answer. */
export function classifyCard(firstDigits: string, printed: string): CardClass {
  const digits = firstDigits.replace(/\D/g, '').slice(0, 6)
  if (digits.length < 4) return { program: 'unknown', line: 'unknown', billing: 'unknown' }
  const prefix = digits.slice(0, 4)
  const possible = table.lines.filter(({ prefixes }) => prefixes.includes(prefix))
  if (possible.length === 0) return { program: 'other', line: 'unknown', billing: 'unknown' }
  const named = printedWords.filter(([word]) => word.test(printed)).map(([, line]) => line)
  const line =
    possible.length === 1 ? possible[0]?.line : possible.find((one) => named.includes(one.line))?.line
  // Other programs use these prefixes too: the digits alone do not make it a SmartPay card.
  if (!line || (table.notReserved.includes(prefix) && !named.includes(line)))
    return {
      program: table.notReserved.includes(prefix) ? 'unknown' : 'smartpay',
      line: 'unknown',
      billing: 'unknown',
    }
  return { program: 'smartpay', line, billing: billingOf(line, digits[5]) }
}

function billingOf(line: CardLine, sixth: string | undefined): CardBilling {
  if (line !== 'travel') return 'central'
  if (sixth === undefined) return 'unknown'
  const { individual, central, split } = table.sixthDigit
  if (individual.includes(sixth)) return 'individual'
  if (split.includes(sixth)) return 'split'
  return central.includes(sixth) ? 'central' : 'unknown'
}

export type PurchaseKind = (typeof purchaseKinds)[number]

export interface CardQuestion {
  card: Pick<CardClass, 'line' | 'billing'>
  state: string
  kind: PurchaseKind
}

export interface CardAnswer {
  verdict: 'covered' | 'check' | 'not-covered'
  /** What the state says, in GSA's words, with ids. */
  statements: CardStatement[]
  /** Forms that the state asks for with this card. */
  forms: string[]
}

const lodgingTaxes = new Set([
  'hotel-occupancy',
  'lodging-sales',
  'transient-lodging',
  'transient-guest',
  'meals-and-rental',
])

/** Whether the tax of a purchase is to be charged to this card. State taxes only: local ones may differ. */
export function cardAnswer(
  { card, state, kind }: CardQuestion,
  among: readonly CardStatement[] = cardStatements,
): CardAnswer {
  const ofState = among.filter((statement) => statement.state === state && isAbout(statement, kind))
  const account = accountOf(card, kind)
  const statements = ofState.filter(
    (statement) =>
      statement.account === account || statement.account === 'any' || statement.account === 'federal',
  )
  const forms = [...new Set(statements.flatMap((statement) => statement.forms))]
    .filter(({ card: label }) => isForCard(label, card))
    .map(({ name }) => name)
  return { verdict: verdictOf(statements, card, account), statements, forms: [...new Set(forms)] }
}

const isAbout = ({ tax, answer }: CardStatement, kind: PurchaseKind) => {
  const isTaxOnStays =
    tax === 'meals-and-rental' ? kind !== 'goods' && kind !== 'service' : kind === 'lodging'
  return lodgingTaxes.has(tax) ? isTaxOnStays || answer === 'no-sales-tax' : true
}

/** A split account pays centrally for lodging and car rental, and individually for all else. */
function accountOf({ billing }: CardQuestion['card'], kind: PurchaseKind) {
  if (billing !== 'split') return billing
  return kind === 'lodging' || kind === 'car-rental' ? 'central' : 'individual'
}

function verdictOf(
  statements: readonly CardStatement[],
  { line }: CardQuestion['card'],
  account: string,
): CardAnswer['verdict'] {
  const isTaxFree = statements.some(({ answer }) => answer === 'no-sales-tax')
  const answers = new Set(
    statements.map(({ answer }) => answer).filter((answer) => answer !== 'no-sales-tax'),
  )
  if (answers.size === 0) return isTaxFree ? 'covered' : 'check'
  // Integrated accounts are billed centrally "most times" only.
  if (answers.size > 1 || answers.has('maybe') || account === 'unknown' || line === 'integrated')
    return 'check'
  return answers.has('exempt') ? 'covered' : 'not-covered'
}

const isForCard = (label: string, { line, billing }: CardQuestion['card']) =>
  label.toLowerCase().includes(line) && (!label.startsWith('CBA') || billing !== 'individual')
