import type { CustomerPage } from '@exempta/contract/customers'
import { listCustomerAnswers } from '@exempta/contract/customers/page'
import { stateNames } from '@exempta/contract/states'
import { useQuery } from '@tanstack/react-query'
import { CircleQuestionMark, MapPin } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { formatDay } from '../../../lib/format.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { routeQuery } from '../../../lib/query.ts'
import { useMembership } from '../../../lib/roles.ts'
import { AcceptAnyway } from '../../../shared/coverage/accept-anyway.tsx'
import { AcceptedLine } from '../../../shared/coverage/accepted-line.tsx'
import { AnswerBadge } from '../../../shared/customers/answer-badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { EmptyState, FailedState } from '../../../ui/page-states.tsx'
import { TextLink } from '../../../ui/text.tsx'

const WhyTaxedDialog = onDemand(async () => (await import('./why-taxed.tsx')).WhyTaxedDialog)

/** Coverage is asked again when shares, decisions or rules change, so its answers belong to that topic. */
const answersQuery = (id: string) => {
  const query = routeQuery(listCustomerAnswers, { params: { id } })
  return { ...query, queryKey: ['coverage', ...query.queryKey.slice(1)] as unknown as typeof query.queryKey }
}

/** Where they buy, whether that is covered today, by which certificate, and what is missing since when. */
export function StateAnswers({ customer: { id, name, answers } }: { customer: CustomerPage }) {
  const [isAsking, setAsking] = useState(false)
  const { isManager } = useMembership()
  const { data, error, refetch } = useQuery(answersQuery(id))
  return (
    <Card title="Answer by state" description="Today, for goods. The Counter page answers for a single sale.">
      {answers.length === 0 ? (
        <EmptyState icon={<MapPin aria-hidden />} title="We don’t know where they buy">
          Edit the customer and add an address with its state, or ask for a certificate.
        </EmptyState>
      ) : error && !data ? (
        <FailedState message={errorText(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton className="h-32" label="Loading answers" />
      ) : (
        <ul aria-label="Answer by state" className="grid divide-y divide-line">
          {answers.map(({ state, answer, expiresOn, isMissing, missingSince }) => {
            const full = data.items.find((item) => item.state === state)
            const [reason] = full?.reasons ?? []
            // The list doesn’t know what a manager accepted.
            const shown = answer === 'none' || !full ? answer : full.verdict
            const isGreen = shown === 'covered' || shown === 'charge-part'
            return (
              <li key={state} className="grid justify-items-start gap-1.5 py-3 first:pt-0 last:pb-0">
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="font-medium">{stateNames[state] ?? state}</span>
                  <AnswerBadge answer={shown} />
                  {full?.receivedId && (
                    <TextLink to={`/business/documents/${full.receivedId}`}>Open the certificate</TextLink>
                  )}
                  {expiresOn && (
                    <span className="text-ink-muted tabular-nums">
                      {isGreen
                        ? `Good until ${formatDay(expiresOn)}`
                        : `Expiration date ${formatDay(expiresOn)}`}
                    </span>
                  )}
                </span>
                {full?.part && <span>{full.part.text}</span>}
                {isMissing && !isGreen && (
                  <span className="text-danger-ink">
                    {missingSince ? `Missing since ${formatDay(missingSince)}` : 'Missing'}
                  </span>
                )}
                {!isGreen && reason && (
                  <span className="[overflow-wrap:anywhere]">
                    {reason.text} {reason.step !== reason.text && reason.step}
                  </span>
                )}
                {full?.accepted && <AcceptedLine accepted={full.accepted} />}
                {isManager && full?.canAccept && full.receivedId && (
                  <AcceptAnyway
                    size="sm"
                    receivedId={full.receivedId}
                    state={state}
                    kind="goods"
                    questions={full.reasons.map(({ text }) => text)}
                  />
                )}
              </li>
            )
          })}
        </ul>
      )}
      <div className="mt-4">
        <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
          <CircleQuestionMark aria-hidden className="size-4" />
          Why was tax charged?
        </Button>
      </div>
      {isAsking && (
        <WhyTaxedDialog
          customer={{ id, name }}
          states={answers.map(({ state }) => state)}
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  )
}
