/** The one place that decides about a sale: for pages, lists, files, receipts and auditors alike. */
import type { CoverageReason } from '@exempta/contract/coverage'
import type { SaleOutcome } from '@exempta/contract/coverage/sale-outcome'
import type { Verdict } from '@exempta/contract/verdict'
import { dayInWords } from '@exempta/knowledge/dates'
import { placeInText } from '@exempta/knowledge/reasons'
import { states } from '@exempta/knowledge/states'
import { bestOf, factsOf, type Judgement, judge, type Sale, todayIn } from './judge.ts'
import type { CertificateRow } from './queries/certificates.ts'

/** A sale as it was recorded, or as a list names it. */
export interface RecordedSale extends Omit<Sale, 'on'> {
  /** Null where a list names no day. */
  on: string | null
  /** Null while nobody said. */
  isTaxed: boolean | null
  /** What was answered at the sale; null for a sale without a receipt. */
  receipt: {
    verdict: Verdict
    reasons: readonly CoverageReason[]
    allowedReason: string | null
    /** What a manager had accepted, and the answer rests on. */
    accepted: { reason: string; on: string; until: string } | null
    shareId: string | null
  } | null
}

export type KnownCertificate = CertificateRow & { last_purchase_on: string | null }

export interface Decision {
  outcome: SaleOutcome
  /** Written for an auditor. */
  reasons: string[]
  /** The certificate behind it. */
  shareId: string | null
}

/**
 * `certificates` are those that the customer has for the state now. What was known at the sale is on the receipt, and
 * stands; a certificate that came later counts if the rules accept it for the day and the kind of this sale.
 */
export function decideSale(sale: RecordedSale, certificates: readonly KnownCertificate[]): Decision {
  const { receipt, on } = sale
  const shareId = receipt?.shareId ?? null
  if (sale.isTaxed) return { outcome: 'taxed', reasons: ['Sales tax was charged.'], shareId }
  if (receipt?.verdict === 'covered') return { outcome: 'covered', reasons: receiptReasons(receipt), shareId }
  if (receipt?.verdict === 'charge-part') return partly(sale, receiptReasons(receipt), shareId)
  if (on === null) {
    const reasons = ['The list doesn’t say when this sale was, and no receipt has its number.']
    return { outcome: certificates.length > 0 ? 'not-covered' : 'none', reasons, shareId }
  }
  const best = bestOf(
    certificates.map((certificate) => {
      const judgement = judge(factsOf(certificate, { ...sale, on }, certificate.last_purchase_on), sale)
      return { certificate, verdict: judgement.verdict, reasons: certificateReasons(judgement) }
    }),
  )
  if (best?.verdict === 'covered') {
    const isKnownThen = !receipt && todayIn(sale.state, best.certificate.shared_at) <= on
    return {
      outcome: isKnownThen ? 'covered' : 'later',
      reasons: [...(isKnownThen ? [] : [cameLater]), ...best.reasons],
      shareId: best.certificate.share_id,
    }
  }
  if (best?.verdict === 'charge-part' && !receipt)
    return partly(sale, best.reasons, best.certificate.share_id)
  if (receipt) {
    const allowed = receipt.allowedReason ? [`Allowed anyway: ${receipt.allowedReason}`] : []
    return { outcome: 'not-covered', reasons: [...allowed, ...forAuditors(receipt.reasons)], shareId }
  }
  if (best)
    return {
      outcome: 'not-covered',
      reasons: best.reasons,
      shareId: best.certificate.share_id,
    }
  return {
    outcome: 'none',
    reasons: [`The seller has no certificate of this customer for ${stateName(sale.state)}.`],
    shareId,
  }
}

const partly = ({ isTaxed }: RecordedSale, reasons: string[], shareId: string | null): Decision =>
  isTaxed === false
    ? {
        outcome: 'not-covered',
        reasons: ['A part of the tax was due, and none was charged.', ...reasons],
        shareId,
      }
    : { outcome: 'part', reasons: ['A part of the tax was due.', ...reasons], shareId }

function stateName(code: string): string {
  const state = states.get(code)
  return state ? placeInText(state) : code
}

const cameLater = 'What covers this sale was shared or verified after it.'

const receiptReasons = ({ reasons, accepted }: NonNullable<RecordedSale['receipt']>) => [
  ...forAuditors(reasons),
  ...(accepted ? [`${acceptedOn(accepted)} Reason: ${accepted.reason}`] : []),
]

/** The reason for an acceptance is on the receipts that rest on it. */
const certificateReasons = ({ facts, reasons, acceptedBy }: Judgement) => [
  ...forAuditors(reasons),
  ...facts.settled
    .filter(({ by }, at, all) => acceptedBy.includes(by) && all.findIndex((one) => one.by === by) === at)
    .map(acceptedOn),
]

const acceptedOn = ({ on, until }: { on: string; until: string }) =>
  `The seller accepted what was open on ${dayInWords(on)}, until ${dayInWords(until)}.`

const forAuditors = (reasons: readonly CoverageReason[]) => reasons.map(({ text }) => auditorText(text))

/** Reasons are written for the seller. An auditor reads about the seller instead. */
const replacements: readonly [RegExp, string][] = [
  [/\bnot to you\b/g, 'not to the seller'],
  [/\bthat this is you\b/g, 'that this is the seller'],
  [/\bYou got it\b/g, 'The seller got it'],
  [/\bYou rejected\b/g, 'The seller rejected'],
  [/\bWe aren’t sure\b/g, 'It isn’t certain'],
  [/\bWe don’t know this form\b/g, 'This form isn’t known'],
  [/\bWe don’t know the rules of (.+?) yet\b/g, 'The rules of $1 aren’t known yet'],
  [/\bWe don’t know\b/g, 'It isn’t known'],
  [/\bwe don’t know it\b/g, 'it isn’t known'],
  [/\bWe have no certificate\b/g, 'The seller has no certificate'],
  [/ Check the document\.$/, ''],
]

export const auditorText = (text: string): string =>
  replacements.reduce((words, [pattern, instead]) => words.replace(pattern, instead), text)
