import { listWalletSellers, type WalletSeller } from '@exempta/contract/certificates/wallet'
import type { Verdict } from '@exempta/contract/verdict'
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, type LucideIcon, Store, TriangleAlert } from 'lucide-react'
import { expiryOf, formatDay, today } from '../../../lib/format.ts'
import { failureOf, routeQuery } from '../../../lib/query.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState, FailedState } from '../../../ui/page-states.tsx'
import { TextLink } from '../../../ui/text.tsx'

const looks: Record<Verdict, { word: string; tone: Tone; Icon: LucideIcon }> = {
  covered: { word: 'Covered', tone: 'success', Icon: CircleCheck },
  'charge-part': { word: 'Covered in part', tone: 'success', Icon: CircleCheck },
  check: { word: 'Not certain', tone: 'warning', Icon: TriangleAlert },
  'not-covered': { word: 'Not covered', tone: 'danger', Icon: CircleX },
}

type Answer = WalletSeller['states'][number]

/** The plainest reason, as a sentence of its own; the document's page knows the others. */
function reasonOf({ verdict, review, expiresOn }: Answer): string | undefined {
  if (expiresOn && expiresOn < today()) return expiryOf(expiresOn)
  if (verdict === 'covered') return expiresOn ? `until ${formatDay(expiresOn)}` : undefined
  return {
    pending: 'Waiting for the seller’s review',
    rejected: 'Rejected by the seller',
    verified: undefined,
  }[review]
}

/** What the person can do about it; there's nothing to do while the seller reviews it. */
function nextStepOf({
  verdict,
  review,
  expiresOn,
  documentId,
}: Answer): { to: string; words: string } | undefined {
  if (verdict === 'covered') return undefined
  const to = `/user/documents/${documentId}`
  if (expiresOn && expiresOn < today()) return { to: `/user/wallet/${documentId}/renew`, words: 'Renew it' }
  if (review === 'rejected') return { to, words: 'See the reason and correct it' }
  return review === 'verified' ? { to, words: 'See what’s missing' } : undefined
}

function AnswerCell(answer: Answer) {
  const { word, tone, Icon } = looks[answer.verdict]
  const reason = reasonOf(answer)
  const next = nextStepOf(answer)
  return (
    <span className="grid justify-items-start gap-0.5">
      <Badge tone={tone} icon={<Icon aria-hidden />}>
        {word}
      </Badge>
      {reason && <span className="text-xs text-ink-muted">{reason}</span>}
      {next && (
        <TextLink to={next.to} className="text-xs">
          {next.words}
        </TextLink>
      )}
    </span>
  )
}

const answerIn = ({ states }: WalletSeller, state: string) => states.find((one) => one.state === state)

function columnsOf(sellers: readonly WalletSeller[]): Column<WalletSeller>[] {
  const places = new Map(sellers.flatMap(({ states }) => states.map(({ state, place }) => [state, place])))
  return [
    { key: 'seller', header: 'Seller', isPrimary: true, cell: ({ business }) => business.name },
    ...[...places].sort().map(([state, place]) => ({
      key: state,
      header: place,
      isBlank: (seller: WalletSeller) => answerIn(seller, state) === undefined,
      cell: (seller: WalletSeller) => {
        const answer = answerIn(seller, state)
        return answer ? <AnswerCell {...answer} /> : <span className="text-ink-muted">–</span>
      },
    })),
  ]
}

/** What each seller would be answered at its counter today, state by state. */
export function WhereCovered() {
  const query = useQuery(routeQuery(listWalletSellers, {}))
  const failure = failureOf(query)
  if (failure) return <FailedState {...failure} />
  const { sellers, isComplete } = query.data ?? { sellers: undefined, isComplete: true }
  return (
    <div className="grid gap-3">
      <p className="max-w-prose text-ink-muted">
        Most certificates name one seller and cover purchases from that seller only. Share a certificate with
        each seller you buy from.
      </p>
      <div className="overflow-hidden rounded-card border border-line bg-surface md:overflow-x-auto">
        <DataTable
          caption="Where am I covered?"
          columns={columnsOf(sellers ?? [])}
          rows={sellers}
          rowId={({ business }) => business.id}
          empty={
            <EmptyState
              icon={<Store aria-hidden />}
              title="No sellers yet"
              action={<LinkButton to="/user/documents?status=processed">Share a certificate</LinkButton>}
            >
              When you share a certificate with a business, you see here where it covers you.
            </EmptyState>
          }
        />
      </div>
      {!isComplete && <p className="text-ink-muted">Only the first {sellers?.length} sellers are listed.</p>}
    </div>
  )
}
