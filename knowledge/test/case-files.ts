import { readFileSync } from 'node:fs'
import { type Facts, unknownFacts } from '../src/facts.ts'

/** The rows of a table beside this file, by the names of its columns. */
function readTable<Column extends string>(file: string): Record<Column, string>[] {
  const [head = '', ...lines] = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const columns = head.split('\t') as Column[]
  return lines.map((line) => {
    const cells = line.split('\t')
    return Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])) as Record<
      Column,
      string
    >
  })
}

/** A verified resale certificate in good order; each case says how it differs. */
export const usual: Omit<Facts, 'state' | 'form' | 'on'> = {
  ...unknownFacts,
  reason: 'resale',
  states: [],
  number: '12-3456789',
  numberVerifiedOn: null,
  seller: 'Summit Wholesale',
  businessName: 'Summit Wholesale LLC',
  isBlanket: true,
  signedOn: '2026-03-02',
  printedEnd: null,
  hasSignature: true,
  review: 'verified',
  revokedOn: null,
  lastPurchaseOn: null,
  kind: 'goods',
  amountCents: null,
}

const parseValue = (name: string, text: string) => {
  if (text === 'none') return null
  if (/^(is|has)[A-Z]/.test(name)) return text === 'yes'
  if (name === 'states') return text.split(',')
  return name === 'amountCents' || name === 'percent' ? Number(text) : text
}

const parseFacts = (text: string) =>
  Object.fromEntries(
    text
      .split('; ')
      .filter(Boolean)
      .map((pair) => {
        const [name = '', value = ''] = pair.split('=')
        return [name, parseValue(name, value)]
      }),
  )

export interface CoverageCase {
  /** The row as it stands in the file, to be named when it fails. */
  name: string
  facts: Facts
  verdict: string
  /** The rule of the first reason, and others that must be among the reasons. */
  firstRule: string | null
  otherRules: string[]
  source: string
}

export const coverageCases: CoverageCase[] = readTable<
  'state' | 'form' | 'on' | 'facts' | 'verdict' | 'rules' | 'source'
>('coverage-cases.tsv').map(({ state, form, on, facts, verdict, rules, source }, at) => {
  const [first = '-', ...otherRules] = rules.split(' ')
  return {
    name: `line ${at + 2}: ${state} ${form} on ${on} ${facts} (${source})`,
    // The number in the tables is one of the state of the sale, unless a row says otherwise.
    facts: {
      ...usual,
      state,
      numberState: state,
      on,
      form: form === 'none' ? null : form,
      ...parseFacts(facts),
    } as Facts,
    verdict,
    firstRule: first === '-' ? null : first,
    otherRules,
    source,
  }
})

export const statementCases = readTable<'state' | 'form' | 'question' | 'answer' | 'rule' | 'source'>(
  'statement-cases.tsv',
)

export const cardCases = readTable<'state' | 'billing' | 'kind' | 'verdict' | 'statement'>('card-cases.tsv')

/**
 * What sources say about claims. `not-red` and `not-green`: the source leaves open what only the buyer can show;
 * `not-covered-in-full`: at least a part is due.
 */
const readClaimCases = (file: string) =>
  readTable<'state' | 'form' | 'facts' | 'verdict' | 'source'>(file).map(
    ({ state, form, facts, verdict, source }, at) => ({
      name: `${file} line ${at + 2}: ${state} ${form} ${facts} (${source})`,
      facts: {
        ...usual,
        state,
        numberState: state,
        form: form === 'none' ? null : form,
        on: '2026-06-15',
        receivedOn: '2026-03-02',
        isPaper: true,
        paidBy: 'buyer',
        ...parseFacts(facts),
      } as Facts,
      verdict,
      source,
    }),
  )

export const claimCases = readClaimCases('claim-cases.tsv')

/** Written from the sources by hand, and not from the rules: what both got wrong the same way shows here. */
export const readCases = readClaimCases('read-cases.tsv')
