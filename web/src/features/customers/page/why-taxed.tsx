import { explainTax, type WhyTaxed } from '@exempta/contract/coverage/why-taxed'
import { stateNames } from '@exempta/contract/states'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { formatDay } from '../../../lib/format.ts'
import { routeQuery } from '../../../lib/query.ts'
import { VerdictBadge } from '../../../shared/coverage/verdict.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { Field } from '../../../ui/field.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextLink } from '../../../ui/text.tsx'
import { TextInput } from '../../../ui/text-input.tsx'

const stateOptions = Object.entries(stateNames).map(([value, label]) => ({ value, label }))

interface WhyTaxedProps {
  customer: { id: string; name: string }
  /** The first one is chosen at first. */
  states: readonly string[]
}

/** What was known on the day of a sale, what is known now, and what came between. */
export function WhyTaxedDialog({ customer, states, onClose }: WhyTaxedProps & { onClose: () => void }) {
  const [state, setState] = useState(states[0] ?? '')
  const [on, setOn] = useState('')
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Why was tax charged?"
      description={`Choose the state and the day of a sale to ${customer.name}.`}
      actions={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="grid gap-5">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="State">
            <Select
              placeholder="Choose a state"
              options={stateOptions}
              value={state}
              onChange={({ target }) => setState(target.value)}
            />
          </Field>
          <Field label="Day of the sale">
            <TextInput type="date" value={on} onChange={({ target }) => setOn(target.value)} />
          </Field>
        </div>
        <div aria-live="polite" className="min-h-48">
          {state && on && <Explanation customerId={customer.id} state={state} on={on} />}
        </div>
      </div>
    </Dialog>
  )
}

function Explanation({ customerId: id, state, on }: { customerId: string; state: string; on: string }) {
  const { data, error, refetch } = useQuery(routeQuery(explainTax, { params: { id }, query: { state, on } }))
  if (error) return <FailedState message={errorText(error)} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-48" label="Looking up that day" />
  return (
    <ul aria-label="Sales of that day" className="grid gap-6">
      {data.sales.map((sale) => (
        <Sale key={sale.receipt?.id ?? 'none'} sale={sale} on={data.on} />
      ))}
      {data.hasMore && (
        <li className="text-ink-muted">
          That day has more receipts. Search for them in the list of receipts.
        </li>
      )}
    </ul>
  )
}

function Sale({
  sale: { receipt, thatDay, today, difference, step },
  on,
}: {
  sale: WhyTaxed['sales'][number]
  on: string
}) {
  return (
    <li className="grid gap-3 [overflow-wrap:anywhere]">
      <p className="text-ink-muted">
        {receipt
          ? `Receipt ${receipt.code}${receipt.reference ? ` for ${receipt.reference}` : ''}`
          : `No answer was saved for ${formatDay(on)}. This is what had arrived by the end of that day, by today’s rules.`}
      </p>
      <p className="text-base font-medium">{difference.text}</p>
      {step && <p>{step}</p>}
      <dl className="grid gap-3 sm:grid-cols-2">
        <Known title={receipt ? 'The answer then' : 'Known then'} answer={thatDay} />
        <Known title="Known now" answer={today}>
          {today.part && <p>{today.part.text}</p>}
          {today.receivedId && (
            <TextLink to={`/business/documents/${today.receivedId}`}>Open the certificate</TextLink>
          )}
        </Known>
      </dl>
    </li>
  )
}

interface KnownProps {
  title: string
  answer: Pick<WhyTaxed['sales'][number]['today'], 'verdict' | 'reasons'>
  children?: ReactNode
}

const Known = ({ title, answer: { verdict, reasons }, children }: KnownProps) => (
  <div className="grid content-start justify-items-start gap-1.5 rounded-card border border-line p-3">
    <dt className="font-medium">{title}</dt>
    <dd className="grid justify-items-start gap-1.5">
      <VerdictBadge verdict={verdict} />
      {reasons.map(({ text }) => (
        <p key={text}>{text}</p>
      ))}
      {children}
    </dd>
  </div>
)
