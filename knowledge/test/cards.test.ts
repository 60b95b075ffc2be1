import { describe, expect, test } from 'vitest'
import { classifyCard, withPrintedWord } from '../src/card-class.ts'
import type { CardStatement } from '../src/card-schema.ts'
import { cardAnswer, cardNotes, cardStatements, type PurchaseKind } from '../src/cards.ts'
import { CardClass, cardBillings, cardLines, purchaseKinds } from '../src/terms.ts'
import { cardCases } from './case-files.ts'

const smartpay = (line: CardClass['line'], billing: CardClass['billing']): CardClass => ({
  program: 'smartpay',
  line,
  billing,
})

const ask = (
  { state, billing, kind }: (typeof cardCases)[number],
  among: readonly CardStatement[] = cardStatements,
) =>
  cardAnswer(
    { card: smartpay('travel', billing as CardClass['billing']), state, kind: kind as PurchaseKind },
    { among },
  )

describe('government cards', () => {
  test('every case has the verdict and names the statement that the table gives', () => {
    const wrong = cardCases.flatMap((one) => {
      const { verdict, statements } = ask(one)
      const ids = statements.map(({ id }) => id)
      if (verdict === one.verdict && ids.includes(one.statement)) return []
      return `${one.state} ${one.billing} ${one.kind}: ${verdict} by ${ids}, not ${one.verdict} by ${one.statement}`
    })
    expect(wrong).toEqual([])
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
    expect(cardAnswer({ card: smartpay(line, 'central'), state, kind }).forms).toContain(form)
  })

  test.each([
    ['KS', 'goods', []],
    ['PR', 'lodging', ['Request for Room Tax Exemption']],
    ['PR', 'meals', []],
    ['TX', 'lodging', ['Form 12-302, Texas Hotel Occupancy Tax Exemption Certification']],
    ['TX', 'car-rental', ['Form 14-305, Motor Vehicle Verification Certificate for Rental Tax']],
    ['AK', 'goods', []],
    ['PA', 'meals', ['Form REV-1220 (TR) 03-22 Exemption Certificate']],
  ] as const)('%s lists for a travel card and %s the forms %j', (state, kind, forms) => {
    expect(cardAnswer({ card: smartpay('travel', 'central'), state, kind }).forms).toEqual(forms)
  })

  test('a split account is central for lodging and individual for goods', () => {
    const card = smartpay('travel', 'split')
    expect(cardAnswer({ card, state: 'OH', kind: 'lodging' }).verdict).toBe('covered')
    expect(cardAnswer({ card, state: 'OH', kind: 'goods' }).verdict).toBe('not-covered')
  })

  test('a card of an unknown account, or an integrated one, has to be checked by a person', () => {
    const verdict = (card: CardClass) => cardAnswer({ card, state: 'OH', kind: 'goods' }).verdict
    expect(verdict(smartpay('unknown', 'unknown'))).toBe('check')
    expect(verdict(smartpay('integrated', 'central'))).toBe('check')
    expect(verdict({ ...smartpay('fleet', 'central'), program: 'unknown' })).toBe('check')
  })

  test.each([
    ['FL', 'goods', 'covered', 'both accounts are exempt'],
    ['OR', 'goods', 'covered', 'there is no sales tax'],
    ['AK', 'goods', 'check', 'cities and boroughs have taxes of their own'],
    ['OH', 'goods', 'check', 'only one account is exempt'],
    ['NH', 'lodging', 'check', 'only one account is exempt from the tax on stays'],
    ['HI', 'goods', 'check', 'one account is taxed'],
    ['PA', 'goods', 'check', 'nothing is said of one account'],
  ] as const)('an unknown account in %s for %s is %s: %s', (state, kind, verdict, _why) => {
    expect(cardAnswer({ card: smartpay('travel', 'unknown'), state, kind }).verdict).toBe(verdict)
  })
})

/** What a statement says about whether to charge, read from GSA's own words and not from our data. */
function verdictOfWords(quote: string): string | undefined {
  if (/does not have a sales tax/.test(quote)) return undefined
  if (/\bmay (not )?be exempt/.test(quote)) return 'check'
  if (/\b(is|are) not exempt/.test(quote)) return 'not-covered'
  return /\b(is|are) exempt/.test(quote) ? 'covered' : 'unreadable'
}

/** Kinds of purchase that a tax is about. */
const kindsOfTax: Record<string, PurchaseKind[]> = {
  'hotel-occupancy': ['lodging'],
  'lodging-sales': ['lodging'],
  'transient-lodging': ['lodging'],
  'transient-guest': ['lodging'],
  'meals-and-rental': ['lodging', 'car-rental', 'meals'],
}
const allKinds: PurchaseKind[] = ['goods', 'lodging', 'car-rental', 'meals']

const billingsOf: Record<CardClass['line'], CardClass['billing'][]> = {
  travel: ['individual', 'central'],
  purchase: ['central'],
  fleet: ['central'],
  integrated: ['central'],
  unknown: ['unknown'],
}

/** Every statement with every line that it can be about, and every account of that line. */
const rows = cardStatements.flatMap((statement) =>
  cardLines.flatMap((line) => billingsOf[line].map((billing) => ({ statement, line, billing }))),
)

describe('ten states, with the words of GSA', () => {
  test.each([
    [
      'OH',
      'travel',
      'individual',
      'goods',
      'not-covered',
      'Individually billed accounts (IBA) are not exempt from state sales tax.',
    ],
    [
      'FL',
      'travel',
      'individual',
      'meals',
      'covered',
      'Individually billed accounts (IBA) are exempt from state sales tax.',
    ],
    [
      'TX',
      'purchase',
      'central',
      'goods',
      'covered',
      'Centrally billed accounts (CBA) are exempt from state sales tax.',
    ],
    ['AZ', 'purchase', 'central', 'goods', 'check', 'CBAs may not be exempt from transaction privilege tax.'],
    [
      'KS',
      'travel',
      'individual',
      'lodging',
      'check',
      'Individually billed accounts (IBA) are not exempt from transient guest tax.',
    ],
    ['MA', 'travel', 'individual', 'lodging', 'check', 'IBAs may be exempt from occupancy excise tax.'],
    [
      'NH',
      'travel',
      'individual',
      'meals',
      'not-covered',
      'Individually billed accounts (IBA) are not exempt from the meals and rental tax.',
    ],
    [
      'OR',
      'travel',
      'individual',
      'lodging',
      'check',
      'Individually billed accounts (IBA) are exempt from the transient lodging tax.',
    ],
    ['DE', 'travel', 'central', 'lodging', 'check', 'The federal government is exempt from occupancy tax.'],
    ['HI', 'fleet', 'central', 'goods', 'check', 'Centrally billed accounts (CBA) may be exempt from GET.'],
  ] as const)('%s, %s card billed %s, %s: %s, because “%s”', (state, line, billing, kind, verdict, words) => {
    const answer = cardAnswer({ card: smartpay(line, billing), state, kind })
    expect(answer.verdict).toBe(verdict)
    expect(answer.statements.map(({ source }) => source.quote)).toContain(words)
  })
})

describe('120 statements with each line of cards', () => {
  test('make 720 rows', () => {
    expect(rows).toHaveLength(120 * 6)
  })

  const isFor = (statement: CardStatement, account: string) =>
    ['any', 'federal', account].includes(statement.account)

  test('each statement is named for the cards that it is about', () => {
    const wrong = rows.flatMap(({ statement, line, billing }) =>
      (kindsOfTax[statement.tax] ?? allKinds)
        .filter((kind) => {
          const { statements } = cardAnswer({ card: smartpay(line, billing), state: statement.state, kind })
          const isAboutCard = billing === 'unknown' || isFor(statement, billing)
          return statements.includes(statement) !== isAboutCard
        })
        .map((kind) => `${statement.id}, ${line} card billed ${billing}, ${kind}`),
    )
    expect(wrong).toEqual([])
  })

  /** Every statement that is named counts: the words of all of them must lead to the same answer. */
  function verdictOfAll(statements: readonly CardStatement[], line: string, billing: string): string {
    const byWords = (account: string) =>
      statements
        .filter((one) => isFor(one, account))
        .flatMap(({ source }) => verdictOfWords(source.quote ?? '') ?? [])
    const accounts = billing === 'unknown' ? ['individual', 'central'] : [billing]
    const all = new Set(accounts.map((account) => [...new Set(byWords(account))].sort().join(' and ')))
    const [words = ''] = all
    // Nothing may be said but that there is no sales tax.
    if (all.size === 1 && words === '' && statements.length > 0) return 'covered'
    const isOneAnswer = all.size === 1 && words !== '' && !words.includes(' and ')
    return line !== 'integrated' && isOneAnswer ? words : 'check'
  }

  test('each verdict is what the words of the named statements say', () => {
    const wrong = rows.flatMap(({ statement, line, billing }) =>
      (kindsOfTax[statement.tax] ?? allKinds).flatMap((kind) => {
        const question = { card: smartpay(line, billing), state: statement.state, kind }
        const { verdict, statements } = cardAnswer(question, { notes: [] })
        const expected = verdictOfAll(statements, line, billing)
        if (verdict === expected) return []
        return `${statement.id}, ${line} card billed ${billing}, ${kind}: ${verdict}, not ${expected}`
      }),
    )
    expect(wrong).toEqual([])
  })
})

describe('notes of the states', () => {
  const ask = (state: string, kind: PurchaseKind, billing: CardClass['billing']) =>
    cardAnswer({ card: smartpay('travel', billing), state, kind })

  test.each([
    ['AK', 'car-rental', 'central', 'check', 'Form 631'],
    ['MT', 'car-rental', 'central', 'covered', undefined],
    ['MT', 'car-rental', 'individual', 'not-covered', undefined],
    ['MT', 'car-rental', 'unknown', 'check', undefined],
    ['NY', 'car-rental', 'central', 'check', 'Ask New York'],
    ['NY', 'car-rental', 'individual', 'check', 'Ask New York'],
    ['NY', 'lodging', 'individual', 'covered', undefined],
    ['NY', 'goods', 'individual', 'check', 'purchase order'],
    ['NY', 'goods', 'central', 'covered', undefined],
    ['IL', 'goods', 'central', 'check', 'E-number'],
    ['IL', 'lodging', 'central', 'not-covered', undefined],
    ['NJ', 'goods', 'central', 'check', 'signed letter'],
    ['ND', 'goods', 'central', 'check', 'North Dakota number'],
    ['MA', 'lodging', 'central', 'check', 'letter'],
    ['MD', 'goods', 'central', 'check', 'Maryland certificate'],
    ['LA', 'lodging', 'individual', 'check', 'R-1376'],
    ['NM', 'lodging', 'central', 'not-covered', undefined],
    ['PR', 'lodging', 'central', 'check', 'Tourism Bureau'],
    ['OR', 'lodging', 'individual', 'check', 'proof of federal employment'],
    ['PA', 'lodging', 'individual', 'check', 'REV-1220'],
    ['PA', 'goods', 'central', 'covered', undefined],
    ['WI', 'goods', 'central', 'check', 'S-211'],
    ['WI', 'lodging', 'individual', 'check', 'S-211'],
    ['TX', 'lodging', 'individual', 'check', '12-302'],
    ['TX', 'car-rental', 'central', 'check', '14-305'],
    ['TX', 'goods', 'individual', 'covered', undefined],
    ['KS', 'goods', 'individual', 'covered', undefined],
    ['KS', 'lodging', 'central', 'check', 'ST-28H'],
    ['ID', 'lodging', 'central', 'check', 'ST-104HM'],
    ['ID', 'goods', 'central', 'covered', undefined],
    ['CO', 'goods', 'central', 'check', 'DR 5002'],
    ['CT', 'meals', 'central', 'check', 'CERT-112'],
    ['CT', 'goods', 'central', 'covered', undefined],
    ['DE', 'lodging', 'central', 'check', '6100'],
    ['FL', 'lodging', 'individual', 'check', 'travel orders'],
    ['FL', 'lodging', 'central', 'covered', undefined],
    ['PR', 'goods', 'central', 'check', 'AS 2916.1'],
  ] as const)('%s, %s, billed %s: %s', (state, kind, billing, verdict, step) => {
    const answer = ask(state, kind, billing)
    expect(answer.verdict).toBe(verdict)
    if (step) expect(answer.notes.map((note) => note.step).join()).toContain(step)
  })

  test.each([
    ['KS', 'ST-28G'],
    ['ID', 'ST-101'],
  ])('%s asks for its form with a purchase card alone', (state, form) => {
    const { verdict, notes } = cardAnswer({ card: smartpay('purchase', 'central'), state, kind: 'goods' })
    expect([verdict, notes[0]?.step]).toEqual(['check', `Ask for Form ${form}.`])
  })

  test('each has words that were read, and those that turn an answer to check say what to do', () => {
    expect(cardNotes.every(({ source }) => source.seenAs === 'text' && source.quote)).toBe(true)
    const mute = cardNotes.filter(({ answer, step }) => answer === 'check' && !step)
    expect(mute.map(({ id }) => id)).toEqual([])
  })

  test('a note never makes an answer better, and none is there without a reason', () => {
    const better: string[] = []
    const used = new Set<string>()
    const rank = { covered: 0, check: 1, 'not-covered': 2 }
    for (const state of new Set(cardNotes.map((note) => note.state)))
      for (const kind of purchaseKinds)
        for (const billing of cardBillings) {
          for (const line of ['travel', 'purchase'] as const) {
            const question = { card: smartpay(line, billing), state, kind }
            const [withThem, without] = [cardAnswer(question), cardAnswer(question, { notes: [] })]
            if (rank[withThem.verdict] < rank[without.verdict]) better.push(`${state} ${kind} ${billing}`)
            for (const { id } of withThem.notes) used.add(id)
          }
        }
    expect(better).toEqual([])
    expect(cardNotes.filter(({ id }) => !used.has(id))).toEqual([])
  })
})

describe('the class of a card', () => {
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
    ['556312', 'FLEET', 'unknown fleet central'],
    ['556312', 'U.S. Government FLEET', 'smartpay fleet central'],
    ['461412', 'TRAVELCARD', 'smartpay travel individual'],
    ['461412', 'Travel and Purchase', 'smartpay unknown unknown'],
    ['4615', '', 'smartpay travel unknown'],
    ['411111', 'Travel', 'other unknown unknown'],
    ['461', 'Travel', 'unknown unknown unknown'],
    ['46 1512 3456 7890', '', 'smartpay travel individual'],
  ])('%s with the words "%s" is %s', (digits, words, expected) => {
    const { program, line, billing } = classifyCard(digits, words)
    expect(`${program} ${line} ${billing}`).toBe(expected)
  })

  test('a word that a person read settles all but who pays for a travel card', () => {
    const photo = smartpay('unknown', 'unknown')
    expect(withPrintedWord(photo, 'fleet')).toEqual(smartpay('fleet', 'central'))
    expect(withPrintedWord(photo, 'travel')).toEqual(smartpay('travel', 'unknown'))
  })

  test('a class holds no digit, whatever the number and the words are', () => {
    const words = ['', 'Travel', 'Purchase', 'Fleet', 'Integrated', 'U.S. Government']
    for (let first = 0; first < 10_000; first += 7) {
      for (const [at, word] of words.entries()) {
        const number = `${String(first).padStart(4, '0')}${String((first * 7919 + at) % 1e12).padStart(12, '3')}`
        const card = classifyCard(number, `${word} ${number}`)
        expect(CardClass.safeParse(card).success, `${number} ${word}`).toBe(true)
        expect(JSON.stringify(card), `${number} ${word}`).not.toMatch(/\d/)
      }
    }
  })
})
