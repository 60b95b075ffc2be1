/** What was known about certificates at an earlier moment, as far as the dates that are stored say. */
import type { CoverageReason } from '@exempta/contract/coverage'
import type { TaxDifference } from '@exempta/contract/coverage/why-taxed'
import type { Verdict } from '@exempta/contract/verdict'
import { daysBetween } from '@exempta/knowledge/dates'
import { bestOf, factsOf, judge, type Sale, todayIn } from './judge.ts'
import type { CustomerCertificate } from './queries/customers.ts'

/** Undefined before it came, and before its owner confirmed what it says: nothing is stored about what it said until then. */
function knownAt(row: CustomerCertificate, moment: Date): CustomerCertificate | undefined {
  if (row.shared_at > moment || row.confirmed_at > moment) return undefined
  const isReviewed = row.reviewed_at !== null && row.reviewed_at <= moment
  if (row.revoked_at !== null && row.revoked_at <= moment) return row
  const reviewed = row.status === 'revoked' ? 'verified' : row.status
  return {
    ...row,
    revoked_at: null,
    status: isReviewed ? reviewed : 'pending',
    reviewed_at: isReviewed ? row.reviewed_at : null,
  }
}

export interface KnownThen {
  verdict: Verdict
  reasons: readonly CoverageReason[]
}

/** The best answer at a moment, by today's rules. */
export function answerAt(certificates: readonly CustomerCertificate[], sale: Sale, moment: Date): KnownThen {
  const judged = certificates.flatMap((one) => {
    const known = knownAt(one, moment)
    return known ? [judge(factsOf(known, sale, known.last_purchase_on), sale)] : []
  })
  const isThere = certificates.some(({ shared_at }) => shared_at <= moment)
  return bestOf(judged) ?? (isThere ? notConfirmedYet : noneYet)
}

const because = (code: string, text: string): CoverageReason[] => [
  { code, text, step: null, ground: null, rule: null },
]

const noneYet: KnownThen = {
  verdict: 'not-covered',
  reasons: because('no-certificate', 'We had no certificate from this customer.'),
}

const notConfirmedYet: KnownThen = {
  verdict: 'check',
  reasons: because(
    'not-confirmed',
    'A certificate had come. What it says was confirmed later, and we don’t know what it said then.',
  ),
}

interface Event {
  code: TaxDifference
  at: Date
  /** What happened, followed by when. */
  text: string
}

const eventsOf = ({
  shared_at,
  confirmed_at,
  reviewed_at,
  revoked_at,
  status,
}: CustomerCertificate): Event[] => [
  { code: 'came-later', at: shared_at, text: 'The certificate came' },
  { code: 'confirmed-later', at: confirmed_at, text: 'What the certificate says was confirmed' },
  ...(reviewed_at
    ? [
        {
          code: 'reviewed-later' as const,
          at: reviewed_at,
          text: `The certificate was ${status === 'revoked' ? 'reviewed' : status}`,
        },
      ]
    : []),
  ...(revoked_at
    ? [{ code: 'revoked-later' as const, at: revoked_at, text: 'The certificate stopped being shared' }]
    : []),
]

/** The first thing that happened after a moment and changed the answer. */
export function firstChange(
  certificates: readonly CustomerCertificate[],
  sale: Sale,
  { after, verdict }: { after: Date; verdict: Verdict },
): { code: TaxDifference; text: string; on: string } | undefined {
  const events = certificates
    .flatMap(eventsOf)
    .filter(({ at }) => at > after)
    .sort((one, other) => one.at.getTime() - other.at.getTime())
  const first = events.find(({ at }) => answerAt(certificates, sale, at).verdict !== verdict)
  if (!first) return undefined
  const on = todayIn(sale.state, first.at)
  return { code: first.code, text: `${first.text} ${whenInWords(daysBetween(sale.on, on))}.`, on }
}

function whenInWords(days: number): string {
  if (days <= 0) return 'after this answer was saved'
  return days === 1 ? 'the day after the sale' : `${days} days after the sale`
}
