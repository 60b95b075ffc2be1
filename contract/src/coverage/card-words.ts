import type { CardAnswer } from '@exempta/knowledge/cards'
import type { CardClass } from '@exempta/knowledge/terms'

const lineWords: Record<CardClass['line'], string> = {
  travel: 'Travel card',
  purchase: 'Purchase card',
  fleet: 'Fleet card',
  integrated: 'Integrated card',
  unknown: 'Government card',
}

const billingWords: Record<CardClass['billing'], string> = {
  central: 'centrally billed',
  individual: 'individually billed',
  split: 'lodging and car rental billed centrally, everything else individually',
  unknown: '',
}

/** The kind of a government card, such as “Travel card, individually billed”. */
export const cardWords = ({ line, billing }: Pick<CardClass, 'line' | 'billing'>): string =>
  [lineWords[line], billingWords[billing]].filter(Boolean).join(', ')

/** In place of a customer's name, on the receipt of a sale that was paid with the card. */
export const cardBuyer = (card: Pick<CardClass, 'line' | 'billing'>): string =>
  card.line === 'unknown' ? cardWords(card) : `Government ${cardWords(card).toLowerCase()}`

/** What to know about the answer: what turned it or leaves it open comes first, with what to do about it. */
export function cardNotes(card: CardClass, answer: CardAnswer): string[] {
  const said = (notes: CardAnswer['notes']) =>
    notes.map(({ text, step }) => (step ? `${text} ${step}` : text))
  return [
    ...said(answer.notes.filter((note) => note.answer)),
    ...whyUnsure(card, answer),
    ...said(answer.notes.filter((note) => !note.answer)),
    'This is about state taxes. Local taxes may differ.',
  ]
}

/** Why a person has to decide. */
function whyUnsure(
  { program, line, billing }: CardClass,
  { verdict, statements, notes }: CardAnswer,
): string[] {
  if (verdict !== 'check' || notes.some(({ answer }) => answer === 'check')) return []
  if (program !== 'smartpay')
    return ['Other companies’ cards start with these digits, too. Look for “U.S. Government” on the card.']
  if (line === 'integrated') return ['Integrated cards are usually billed centrally, but not always.']
  if (billing === 'unknown') return ['The answer depends on the kind of card.']
  if (statements.length === 0) return ['GSA doesn’t say anything about this purchase.']
  return ['GSA’s information doesn’t settle this purchase.']
}

/** Which forms a state asks for; undefined where they don't matter, or where a note says what to ask for instead. */
export function cardForms(
  { line }: Pick<CardClass, 'line'>,
  { verdict, forms, notes }: Pick<CardAnswer, 'verdict' | 'forms' | 'notes'>,
): readonly string[] | undefined {
  if (verdict === 'not-covered' || line === 'unknown') return undefined
  return forms.length === 0 && notes.some(({ answer }) => answer === 'check') ? undefined : forms
}
