/** From what is stored about a certificate to an answer for a sale. */
import type { CoverageReason } from '@exempta/contract/coverage'
import type { Verdict } from '@exempta/contract/verdict'
import { catalog } from '@exempta/knowledge/catalog'
import { type Coverage, coverage } from '@exempta/knowledge/coverage'
import { dayIn } from '@exempta/knowledge/dates'
import { type Facts, unknownFacts } from '@exempta/knowledge/facts'
import type { Source } from '@exempta/knowledge/schema'
import { states } from '@exempta/knowledge/states'
import { Reason } from '@exempta/knowledge/terms'
import type { CertificateRow } from './queries/certificates.ts'

export interface Sale {
  state: string
  on: string
  kind: Facts['kind']
  amountCents: number | null
  isOwnUse: boolean
}

/** An answer, and what it was given to. */
export interface Judgement {
  verdict: Verdict
  reasons: CoverageReason[]
  endsOn: string | null
  facts: Facts
}

export const zoneOf = (state: string) => states.get(state)?.timeZone ?? 'America/New_York'

export const todayIn = (state: string, now: Date) => dayIn(zoneOf(state), now)

export const plainSale = (state: string, on: string): Sale => ({
  state,
  on,
  kind: 'goods',
  amountCents: null,
  isOwnUse: false,
})

/** `lastPurchaseOn` is the last recorded sale in that state that relied on the certificate. */
export function factsOf(row: CertificateRow, sale: Sale, lastPurchaseOn: string | null): Facts {
  const claimed = row.states.find(({ state }) => state === sale.state)
  return {
    ...unknownFacts,
    state: sale.state,
    on: sale.on,
    form: row.form,
    reason: Reason.safeParse(row.reason).data ?? null,
    states: row.states.map(({ state }) => state),
    number: claimed?.number ?? null,
    // A look-up after the day of the sale says nothing about that day.
    numberVerifiedOn: claimed?.verifiedOn && claimed.verifiedOn <= sale.on ? claimed.verifiedOn : null,
    seller: row.seller,
    businessName: row.business_name,
    isBlanket: row.is_blanket,
    signedOn: row.signed_on,
    printedEnd: row.expires_on,
    hasSignature: row.has_signature,
    // What the business thought of it doesn't matter anymore.
    review: row.status === 'revoked' ? 'verified' : row.status,
    revokedOn: row.revoked_at ? todayIn(sale.state, row.revoked_at) : null,
    lastPurchaseOn,
    kind: sale.kind,
    amountCents: sale.amountCents,
  }
}

/** The rules that are asked, and how they are quoted. */
export interface Knowledge {
  ask: (facts: Facts) => Coverage
  rules: ReadonlyMap<string, { text: string; source: Source }>
}

const today: Knowledge = { ask: coverage, rules: new Map(catalog.map((entry) => [entry.id, entry])) }

export function judge(
  facts: Facts,
  { isOwnUse }: Pick<Sale, 'isOwnUse'>,
  { ask, rules }: Knowledge = today,
): Judgement {
  const { verdict: answered, reasons, endsOn } = ask(facts)
  const verdict = answered === 'charge-part' ? 'check' : answered
  const inWords = reasons.map(({ code, text, ruleId }) => ({ code, text, rule: ruleInWords(ruleId, rules) }))
  // Whoever buys for resale owes the tax on what they keep. Other exemptions are for the buyer's own use.
  const owesTax = isOwnUse && verdict !== 'not-covered' && (facts.reason ?? 'resale') === 'resale'
  return owesTax
    ? { verdict: 'not-covered', reasons: [ownUse, ...inWords], endsOn, facts }
    : { verdict, reasons: inWords, endsOn, facts }
}

const ownUse: CoverageReason = {
  code: 'own-use',
  text: 'A resale certificate doesn’t cover what the customer uses.',
  rule: null,
}

export const unknownCustomer: CoverageReason = {
  code: 'no-certificate',
  text: 'We have no certificate from this customer.',
  rule: null,
}

const rank: Record<Verdict, number> = { covered: 0, check: 1, 'not-covered': 2 }

/** A customer with several certificates is covered by the best of them; of two that are alike, the first is taken. */
export const bestOf = <One extends { verdict: Verdict }>(all: readonly One[]): One | undefined =>
  all.reduce<One | undefined>(
    (best, one) => (best && rank[best.verdict] <= rank[one.verdict] ? best : one),
    undefined,
  )

function ruleInWords(id: string | null, rules: Knowledge['rules']): CoverageReason['rule'] {
  const entry = id === null ? undefined : rules.get(id)
  if (id === null || !entry) return null
  const { title, address, quote, seenOn } = entry.source
  return { id, text: entry.text, source: title, address, quote: quote ?? null, seenOn }
}
