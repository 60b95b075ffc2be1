import { describe, expect, test } from 'vitest'
import {
  type CardBilling,
  cardAnswer,
  cardStatements,
  classifyCard,
  type PurchaseKind,
} from '../src/cards.ts'
import type { CardStatement } from '../src/schema.ts'
import { cardCases } from './case-files.ts'

const ask = (
  { state, billing, kind }: (typeof cardCases)[number],
  among: readonly CardStatement[] = cardStatements,
) =>
  cardAnswer(
    { card: { line: 'travel', billing: billing as CardBilling }, state, kind: kind as PurchaseKind },
    among,
  )

describe('government cards', () => {
  test.each(
    cardCases.map((one) => [`${one.state} ${one.billing} ${one.kind}: ${one.statement}`, one] as const),
  )('%s', (_name, one) => {
    const { verdict, statements } = ask(one)
    expect(verdict).toBe(one.verdict)
    expect(statements.map(({ id }) => id)).toContain(one.statement)
  })

  test('there are 120 statements, and each has a case that fails without it', () => {
    expect(cardStatements).toHaveLength(120)
    const untested = cardStatements.filter((dropped) => {
      const others = cardStatements.filter((statement) => statement !== dropped)
      return cardCases.every(
        (one) =>
          ask(one, others).statements.some(({ id }) => id === one.statement) || one.statement !== dropped.id,
      )
    })
    expect(untested.map(({ id }) => id)).toEqual([])
  })

  test.each([
    ['461512', '', 'smartpay travel individual'],
    ['461510', '', 'smartpay travel central'],
    ['461515', '', 'smartpay travel split'],
    ['461519', '', 'smartpay travel central'],
    ['471512', '', 'smartpay purchase central'],
    ['461412', 'U.S. Government PURCHASE', 'smartpay purchase central'],
    ['461412', 'Travel', 'smartpay travel individual'],
    ['448652', 'Fleet', 'smartpay fleet central'],
    ['461412', 'Integrated', 'smartpay integrated central'],
    ['461412', '', 'smartpay unknown unknown'],
    ['556312', '', 'unknown unknown unknown'],
    ['556312', 'FLEET', 'smartpay fleet central'],
    ['4615', '', 'smartpay travel unknown'],
    ['411111', 'Travel', 'other unknown unknown'],
    ['461', 'Travel', 'unknown unknown unknown'],
    ['46 1512 3456 7890', '', 'smartpay travel individual'],
  ])('%s with the words "%s" is %s', (digits, words, expected) => {
    const { program, line, billing } = classifyCard(digits, words)
    expect(`${program} ${line} ${billing}`).toBe(expected)
  })

  test.each([
    [
      'KS',
      'travel',
      'lodging',
      'Form ST-28H Sales and/or Transient Guest Tax Exemption Certificate for Lodging',
    ],
    [
      'KS',
      'purchase',
      'goods',
      'Form ST-28G U.S. Government, Federal Agency or Instrumentality Exemption Certificate',
    ],
    ['IN', 'purchase', 'goods', 'General Sales Tax Exemption Certificate'],
  ] as const)('%s asks for a form with a %s card', (state, line, kind, form) => {
    expect(cardAnswer({ card: { line, billing: 'central' }, state, kind }).forms).toContain(form)
  })

  test('a split account is central for lodging and individual for goods', () => {
    const card = { line: 'travel', billing: 'split' } as const
    expect(cardAnswer({ card, state: 'OH', kind: 'lodging' }).verdict).toBe('covered')
    expect(cardAnswer({ card, state: 'OH', kind: 'goods' }).verdict).toBe('not-covered')
  })

  test('an account that cannot be told apart, or an integrated one, is checked by a person', () => {
    const verdict = (card: Parameters<typeof cardAnswer>[0]['card']) =>
      cardAnswer({ card, state: 'OH', kind: 'goods' }).verdict
    expect(verdict({ line: 'unknown', billing: 'unknown' })).toBe('check')
    expect(verdict({ line: 'integrated', billing: 'central' })).toBe('check')
  })
})
