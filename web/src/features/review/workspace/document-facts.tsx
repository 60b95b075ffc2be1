import { listMembers } from '@exempta/contract/businesses/team'
import { cardWords } from '@exempta/contract/coverage/card-words'
import { matchWords } from '@exempta/contract/customers'
import { pageLimits } from '@exempta/contract/paging'
import { isAdded, listReceivedHistory, type ReceivedDocument } from '@exempta/contract/review'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { routeQuery } from '../../../lib/query.ts'
import { CustomerLink } from '../../../shared/customers/customer-link.tsx'
import { correctedWords } from '../../../shared/document-marks.tsx'
import { ShareHistoryList } from '../../../shared/share-history.tsx'
import { StatusBadge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { Select } from '../../../ui/select.tsx'
import { RelativeTime } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toast.ts'
import { assign } from '../review-actions.ts'

const LedgerPanel = onDemand(async () => (await import('../ledger/ledger-panel.tsx')).LedgerPanel)

/** The people of the business, to assign documents to and to name who is looking. */
export const teamQuery = routeQuery(listMembers, { query: { limit: pageLimits.pageSizeMax } })

function AssigneeChoice({ received: { id, assignee } }: { received: ReceivedDocument }) {
  const { data } = useQuery(teamQuery)
  const change = useMutation({
    mutationFn: (personId: string | null) => assign([id], personId),
    onError: (error) => toast.error(errorText(error)),
  })
  const members = data?.items.filter(({ status }) => status === 'active') ?? []
  const options = members.map(({ personId, name, isSelf }) => ({
    value: personId,
    label: isSelf ? `${name} (you)` : name,
  }))
  if (assignee && !options.some(({ value }) => value === assignee.id)) {
    options.push({ value: assignee.id, label: assignee.name })
  }
  return (
    <Select
      aria-label="Assigned to"
      placeholder="No one"
      options={options}
      value={(change.isPending ? change.variables : assignee?.id) ?? ''}
      disabled={change.isPending}
      onChange={(event) => change.mutate(event.target.value || null)}
    />
  )
}

const historySize = 8

function ReceivedHistory({ received }: { received: ReceivedDocument }) {
  const { id, user } = received
  const list = useInfiniteQuery({
    queryKey: ['received', listReceivedHistory.path, id],
    queryFn: ({ pageParam, signal }) =>
      call(
        listReceivedHistory,
        { params: { id }, query: { limit: historySize, cursor: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold">History</h2>
      <ShareHistoryList
        label="History"
        list={list}
        sides={{
          ...(isAdded(received) ? { owner: 'Your business', shared: 'added it' } : { owner: user.name }),
          recipient: 'A former team member',
        }}
      />
    </section>
  )
}

interface DocumentFactsProps {
  received: ReceivedDocument
  canReview: boolean
  /** What its pages say. */
  reading: ReactNode
}

/** What is known about the document beside its pages. */
export function DocumentFacts({ received, canReview, reading }: DocumentFactsProps) {
  const { document, user, status, message, receivedAt, reviewedAt, reviewer, assignee, rejectReason } =
    received
  return (
    <div className="grid gap-5">
      {document.isCard && (
        <Banner tone="info">Credit card information is automatically redacted for security.</Banner>
      )}
      {received.replaces && <Banner>{correctedWords(received.replaces)}</Banner>}
      {reading}
      {received.exemption && <LedgerPanel receivedId={received.id} canReview={canReview} />}
      <Facts
        layout="rows"
        facts={[
          { label: 'Status', value: <StatusBadge status={status} /> },
          {
            label: 'Customer',
            value: (
              <span className="[overflow-wrap:anywhere]">
                {received.customer ? <CustomerLink customer={received.customer} /> : user.name}
                <span className="block text-xs font-normal text-ink-muted">
                  {user.email === ''
                    ? received.customer && user.name
                    : [
                        received.customer && received.customer.name !== user.name && `From ${user.name}`,
                        user.email,
                      ]
                        .filter(Boolean)
                        .join(', ')}
                </span>
                {/* Nothing is matched in silence: a reviewer sees why it belongs to this customer. */}
                {received.customer && received.customer.matchedBy !== 'own' && (
                  <span className="block text-xs font-normal text-ink-muted">
                    {matchWords[received.customer.matchedBy]}
                  </span>
                )}
              </span>
            ),
          },
          ...(document.card ? [{ label: 'Government card', value: cardWords(document.card) }] : []),
          { label: 'Received', value: <RelativeTime at={receivedAt} /> },
          ...(reviewedAt
            ? [
                {
                  label: status === 'verified' ? 'Verified' : 'Rejected',
                  value: <RelativeTime at={reviewedAt} />,
                },
              ]
            : []),
          ...(reviewer ? [{ label: 'By', value: reviewer }] : []),
          {
            label: 'Assigned to',
            value: canReview ? <AssigneeChoice received={received} /> : (assignee?.name ?? 'No one'),
          },
          ...(received.canDownload ? [] : [{ label: 'Download', value: 'View only' }]),
        ]}
      />
      {rejectReason && <Quote title="Reason">{rejectReason}</Quote>}
      {message && <Quote title="Message">{message}</Quote>}
      <ReceivedHistory received={received} />
    </div>
  )
}

const Quote = ({ title, children }: { title: string; children: string }) => (
  <section className="grid gap-1">
    <h2 className="font-semibold">{title}</h2>
    <blockquote className="border-l-4 border-accent pl-3 whitespace-pre-line [overflow-wrap:anywhere]">
      {children}
    </blockquote>
  </section>
)
