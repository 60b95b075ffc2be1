/** What a state says about purchases with a government card, in GSA's words. */

import { z } from 'zod'
import notesFile from '../cards/notes.json' with { type: 'json' }
import statementsFile from '../cards/statements.json' with { type: 'json' }
import { CardNote, CardStatement } from './card-schema.ts'
import { readFile } from './read-file.ts'
import type { CardClass, PurchaseKind } from './terms.ts'

export type { PurchaseKind } from './terms.ts'

export const cardStatements: readonly CardStatement[] = readFile(
  'cards/statements.json',
  z.array(CardStatement),
  statementsFile,
)

export const cardNotes: readonly CardNote[] = readFile('cards/notes.json', z.array(CardNote), notesFile)

export interface CardQuestion {
  card: CardClass
  state: string
  kind: PurchaseKind
}

export interface CardAnswer {
  verdict: 'covered' | 'check' | 'not-covered'
  /** What the state says, in GSA's words, with ids. */
  statements: CardStatement[]
  /** What turned the answer, and what else to know. */
  notes: CardNote[]
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

interface Published {
  among?: readonly CardStatement[]
  notes?: readonly CardNote[]
}

/** Whether the tax of a purchase is to be charged to this card. State taxes only: local ones may differ. */
export function cardAnswer(
  { card, state, kind }: CardQuestion,
  { among = cardStatements, notes: allNotes = cardNotes }: Published = {},
): CardAnswer {
  const ofState = among.filter((statement) => statement.state === state && isAbout(statement, kind))
  const accounts = accountsOf(card, kind)
  const of = (wanted: readonly Account[]) =>
    ofState.filter(({ account }) => account === 'any' || account === 'federal' || wanted.includes(account))
  const statements = of(accounts)
  const forms = [...new Set(statements.flatMap((statement) => statement.forms))]
    .filter(({ card: label, name }) => isForCard(label, card) && isForPurchase(name, kind))
    .map(({ name }) => name)
  const stated = isTaxFree(statements)
    ? 'covered'
    : verdictOf(
        card,
        accounts.map((account) => of([account])),
      )
  const notes = allNotes.filter(
    (note) =>
      note.state === state &&
      note.kinds.includes(kind) &&
      (note.lines?.includes(card.line) ?? true) &&
      (note.account === 'any' || accounts.includes(note.account)),
  )
  return { verdict: withNotes(stated, notes, accounts), statements, notes, forms: [...new Set(forms)] }
}

const rank: Record<CardAnswer['verdict'], number> = { covered: 0, check: 1, 'not-covered': 2 }

/** A note never makes an answer better. One about another account than the card may have leaves the answer open. */
function withNotes(
  stated: CardAnswer['verdict'],
  notes: readonly CardNote[],
  accounts: readonly Account[],
): CardAnswer['verdict'] {
  return notes.reduce((verdict, { answer, account }) => {
    if (!answer) return verdict
    const limit = account === 'any' || accounts.length === 1 ? answer : 'check'
    return rank[limit] > rank[verdict] ? limit : verdict
  }, stated)
}

const isAbout = ({ tax, answer }: CardStatement, kind: PurchaseKind) => {
  const isTaxOnStays =
    tax === 'meals-and-rental' ? kind !== 'goods' && kind !== 'service' : kind === 'lodging'
  return lodgingTaxes.has(tax) ? isTaxOnStays || answer === 'no-sales-tax' : true
}

type Account = 'central' | 'individual'

/** A split account pays centrally for lodging and car rental, and individually for all else. */
function accountsOf({ billing }: CardClass, kind: PurchaseKind): Account[] {
  if (billing === 'unknown') return ['individual', 'central']
  if (billing !== 'split') return [billing]
  return kind === 'lodging' || kind === 'car-rental' ? ['central'] : ['individual']
}

const isTaxFree = (statements: readonly CardStatement[]) =>
  statements.length > 0 && statements.every(({ answer }) => answer === 'no-sales-tax')

/** All accounts that the card may be must lead to the same answer; otherwise a person has to decide. */
function verdictOf(
  { program, line }: CardClass,
  byAccount: readonly (readonly CardStatement[])[],
): CardAnswer['verdict'] {
  // Integrated accounts are billed centrally "most times" only.
  if (program !== 'smartpay' || line === 'integrated') return 'check'
  const answers = new Set(byAccount.map(answerOf))
  const [answer] = answers
  if (answers.size > 1 || answer === undefined || answer === 'maybe') return 'check'
  return answer === 'exempt' ? 'covered' : 'not-covered'
}

/** What the state says of one account: undefined if nothing, or different things about the taxes of a purchase. */
function answerOf(statements: readonly CardStatement[]): CardStatement['answer'] | undefined {
  const answers = new Set(
    statements.map(({ answer }) => answer).filter((answer) => answer !== 'no-sales-tax'),
  )
  const [answer] = answers
  return answers.size > 1 ? undefined : answer
}

const isForCard = (label: string, { line, billing }: CardClass) =>
  label.toLowerCase().includes(line) && (!label.startsWith('CBA') || billing !== 'individual')

const formsOfOnePurchase: [name: RegExp, kind: PurchaseKind][] = [
  [/lodging|hotel|motel|\broom\b/i, 'lodging'],
  [/vehicle/i, 'car-rental'],
]

/** GSA lists forms by card. The names of some say that they are for lodging, or for rented vehicles, alone. */
const isForPurchase = (name: string, kind: PurchaseKind) =>
  formsOfOnePurchase.every(([words, only]) => !words.test(name) || kind === only)
