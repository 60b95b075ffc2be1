/** From what is stored about a certificate to an answer for a sale. */
import type { CoveragePart, CoverageReason } from '@exempta/contract/coverage'
import type { Verdict } from '@exempta/contract/verdict'
import type { Question } from '@exempta/knowledge/answer'
import type { Coverage } from '@exempta/knowledge/coverage'
import { dayIn } from '@exempta/knowledge/dates'
import { type Facts, governmentIn, unknownFacts } from '@exempta/knowledge/facts'
import { forms } from '@exempta/knowledge/forms'
import { hashText } from '@exempta/knowledge/hash'
import { type RuleSet, releasedRules } from '@exempta/knowledge/rules-file'
import { states } from '@exempta/knowledge/states'
import { Reason } from '@exempta/knowledge/terms'
import { rulesInForce } from '../../platform/rules/loaded-rules.ts'
import type { CertificateRow } from './queries/certificates.ts'

export interface Sale {
  state: string
  on: string
  kind: Facts['kind']
  amountCents: number | null
  isOwnUse: boolean
  paidBy: Facts['paidBy']
}

/** An answer, and what it was given to. */
export interface Judgement {
  verdict: Verdict
  reasons: CoverageReason[]
  part: CoveragePart | null
  /** Local taxes to know about. */
  local: string[]
  /** What is open. */
  questions: Question[]
  /** Whether a manager can settle everything that is open. */
  canAccept: boolean
  /** The acceptances that the answer rests on. */
  acceptedBy: string[]
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
  paidBy: null,
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
    numberState: claimed?.issuedBy ?? null,
    government: governmentIn(
      { government: row.government, governmentState: row.government_state },
      sale.state,
    ),
    organization: row.organization,
    paidBy: sale.paidBy,
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
    receivedOn: todayIn(sale.state, row.shared_at),
    // A photo is one of paper. What a PDF was made from can't be told.
    isPaper: row.document_type.startsWith('image/') ? true : null,
    hasHiddenLicense: row.has_hidden_license,
    sellerNames: row.trade_names,
    ...seenBy(row, sale),
    settled: settledOf(row, sale),
  }
}

/** What the reviewer looked at. */
function seenBy({ status, reviewed_at, seen_in_review }: CertificateRow, { state }: Sale) {
  const on = status !== 'rejected' && reviewed_at ? todayIn(state, reviewed_at) : null
  return {
    sellerSeenOn: seen_in_review.includes('seller') ? on : null,
    signatureSeenOn: seen_in_review.includes('signature') ? on : null,
    hasAttachments: on !== null && seen_in_review.includes('attachments') ? true : null,
  }
}

/** An acceptance counts only for what the certificate said at the time. Its ID stands for who accepted. */
function settledOf(row: CertificateRow, { state }: Sale): Facts['settled'] {
  const same = row.accepted.filter((one) => one.state === state)
  if (same.length === 0) return []
  const certificate = certificateHash(row)
  return same
    .filter((one) => one.certificate === certificate)
    .flatMap(({ id, questions, on, until }) =>
      questions.map((question) => ({
        question: question.id,
        basis: question.basis,
        state,
        by: id,
        on,
        until,
      })),
    )
}

/** Another one when anything that the certificate says is different. */
export const certificateHash = (row: CertificateRow): string =>
  hashText(
    JSON.stringify([
      ...[row.form, row.reason, row.purchaser, row.seller, row.is_blanket, row.has_signature],
      ...[row.signed_on, row.expires_on],
      row.states.map(({ state, number }) => [state, number]),
      ...saidSince(row),
    ]),
  )

/** Certificates that don't say it keep the hash that they had before it was asked for. */
function saidSince({ states, government, government_state, organization }: CertificateRow) {
  const said = [states.map(({ issuedBy }) => issuedBy), government, government_state, organization]
  return said.flat().some((one) => one !== null) ? [said] : []
}

export function judge(
  facts: Facts,
  { isOwnUse }: Pick<Sale, 'isOwnUse'>,
  rules: RuleSet = rulesInForce(),
): Judgement {
  // Facts of older receipts lack what nobody asked for then.
  const answer = rules.ask({ ...unknownFacts, ...facts })
  const { verdict, part, endsOn, questions, settledBy } = answer
  const judgement: Judgement = {
    verdict,
    reasons: reasonsOf(answer, rules),
    part: part && { text: part.text, ratePercent: part.ratePercent, lessPercent: part.lessPercent },
    local: answer.local.map(({ text }) => text),
    questions,
    canAccept: verdict === 'check' && questions.length > 0 && questions.every(({ canSettle }) => canSettle),
    acceptedBy: [...new Set(settledBy.map(({ by }) => by))],
    endsOn,
    facts,
  }
  // Whoever buys for resale owes the tax on what they keep. Other exemptions are for the buyer's own use.
  const owesTax = isOwnUse && verdict !== 'not-covered' && (facts.reason ?? 'resale') === 'resale'
  if (!owesTax) return judgement
  return {
    ...judgement,
    verdict: 'not-covered',
    reasons: [ownUse, ...judgement.reasons],
    part: null,
    questions: [],
    canAccept: false,
  }
}

/** What a green answer stands on, otherwise what is against it or open. Nothing is said twice. */
function reasonsOf({ verdict, grounds, reasons }: Coverage, rules: RuleSet): CoverageReason[] {
  const isGreen = verdict === 'covered' || verdict === 'charge-part'
  const standsOn = isGreen
    ? [
        { ground: 'paper' as const, on: grounds.paper },
        { ground: 'claim' as const, on: grounds.claim },
        { ground: 'in-force' as const, on: grounds.inForce },
      ].flatMap(({ ground, on }) =>
        on
          ? [{ code: 'covered', text: on.text, step: null, ground, rule: ruleInWords(on.ruleId, rules) }]
          : [],
      )
    : []
  // Who accepted it is shown with the name and the reason, which aren't facts.
  const others = reasons
    .filter(({ code }) => code !== 'settled')
    .map(({ code, text, step, ruleId }) => ({
      code,
      text,
      step,
      ground: null,
      rule: ruleInWords(ruleId, rules),
    }))
  const all: CoverageReason[] = [...standsOn, ...others]
  return all.filter(({ text }, at) => all.findIndex((one) => one.text === text) === at)
}

const ownUse: CoverageReason = {
  code: 'own-use',
  text: 'A resale certificate doesn’t cover what the customer uses.',
  step: null,
  ground: null,
  rule: null,
}

export const unknownCustomer: CoverageReason = {
  code: 'no-certificate',
  text: 'We have no certificate from this customer.',
  step: 'Ask for a certificate.',
  ground: null,
  rule: null,
}

const rank: Record<Verdict, number> = { covered: 0, 'charge-part': 1, check: 2, 'not-covered': 3 }

/** A customer with several certificates is covered by the best of them; of two that are alike, the first is taken. */
export const bestOf = <One extends { verdict: Verdict }>(all: readonly One[]): One | undefined =>
  all.reduce<One | undefined>(
    (best, one) => (best && rank[best.verdict] <= rank[one.verdict] ? best : one),
    undefined,
  )

/** The public page of the state that a rule belongs to, by itself or through its form. */
function pageOf(id: string): string | null {
  const owner = id.slice(0, id.indexOf('/'))
  const ofForm = forms.get(owner)?.states ?? []
  const state = states.has(owner.toUpperCase())
    ? owner.toUpperCase()
    : ofForm.length === 1
      ? ofForm[0]
      : undefined
  return state === undefined ? null : `/states/${state.toLowerCase()}#${id}`
}

// A receipt's rules come from the database, where fields are in another order.
const sourceFields = ['title', 'address', 'quote', 'seenOn', 'seenAs'] as const

function ruleInWords(id: string | null, { byId, publisher }: RuleSet): CoverageReason['rule'] {
  const entry = id === null ? undefined : byId.get(id)
  if (id === null || !entry) return null
  const { title, address, quote, seenOn, seenAs } = entry.source
  const released = releasedRules.byId.get(id)
  const isReleased =
    released !== undefined &&
    released.text === entry.text &&
    sourceFields.every((field) => released.source[field] === entry.source[field])
  return {
    id,
    text: entry.text,
    source: title,
    address,
    quote: quote ?? null,
    seenOn,
    isRead: seenAs === 'text',
    // The public pages show the rules of the release.
    page: isReleased ? pageOf(id) : null,
    readBy: isReleased ? releasedRules.publisher : publisher,
  }
}
