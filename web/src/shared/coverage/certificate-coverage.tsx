import { type Acceptance, endAcceptance, listAcceptances } from '@exempta/contract/coverage'
import { stateNames } from '@exempta/contract/states'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { queryClient, routeQuery } from '../../lib/query.ts'
import { useMembership } from '../../lib/roles.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialogs.tsx'
import { toast } from '../../ui/toast.ts'
import { AcceptAnyway } from './accept-anyway.tsx'
import { AcceptedLine } from './accepted-line.tsx'
import { VerdictBadge } from './verdict.tsx'

const nameOf = (state: string) => stateNames[state] ?? state

/** Today's answer for each state of a received certificate, and what a manager settled about it. */
export function CertificateCoverage({ receivedId }: { receivedId: string }) {
  const { isManager } = useMembership()
  const { data } = useQuery({ ...routeQuery(listAcceptances, { query: { receivedId } }), retry: false })
  const [ended, setEnded] = useState<Acceptance>()
  // A document without a confirmed certificate has no answer.
  if (!data || data.answers.length === 0) return null
  return (
    <section aria-label="Coverage" className="grid gap-3">
      <h2 className="font-semibold">Coverage today, for goods</h2>
      <ul className="grid gap-4">
        {data.answers.map(({ state, verdict, reasons, canAccept }) => {
          const settled = data.items.find((item) => item.state === state)
          const isGreen = verdict === 'covered' || verdict === 'charge-part'
          return (
            <li key={state} className="grid justify-items-start gap-2">
              <span className="flex flex-wrap items-center gap-2">
                {nameOf(state)} <VerdictBadge verdict={verdict} />
              </span>
              {!isGreen && reasons[0] && (
                <p>
                  {reasons[0].text} {reasons[0].step !== reasons[0].text && reasons[0].step}
                </p>
              )}
              {settled && <AcceptedLine accepted={settled} />}
              {settled && !settled.isInForce && (
                <p className="text-ink-muted">
                  This doesn’t count anymore: the certificate or a rule has changed, or its last day has
                  passed.
                </p>
              )}
              {isManager && canAccept && (
                <AcceptAnyway
                  size="sm"
                  receivedId={receivedId}
                  state={state}
                  kind="goods"
                  questions={reasons.map(({ text }) => text)}
                />
              )}
              {isManager && settled && (
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={`End for ${nameOf(state)}`}
                  onClick={() => setEnded(settled)}
                >
                  End
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <ConfirmDialog
        isOpen={ended !== undefined}
        onOpenChange={() => setEnded(undefined)}
        title="End what was accepted"
        question="Ask about this again? Receipts keep what was accepted at the sale."
        subject={ended?.reason}
        confirmLabel="End"
        onConfirm={async () => {
          if (!ended) return
          await call(endAcceptance, { params: { id: ended.id } })
          await queryClient.invalidateQueries({ queryKey: ['coverage'] })
          toast.success(`${nameOf(ended.state)} is open again.`)
        }}
      />
    </section>
  )
}
