import { type CoverageReceipt, getCheck, purchaseKindWords, refundCheck } from '@exempta/contract/coverage'
import { certificateWords, saleOutcomeWords } from '@exempta/contract/coverage/sale-outcome'
import { stateNames } from '@exempta/contract/states'
import { verdictWords } from '@exempta/contract/verdict'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { formatDay } from '../../lib/format.ts'
import { queryClient, routeQuery } from '../../lib/query.ts'
import { AcceptedLine } from '../../shared/coverage/accepted-line.tsx'
import { VerdictBadge } from '../../shared/coverage/verdict.tsx'
import { CustomerLink } from '../../shared/customers/customer-link.tsx'
import { ContractForm } from '../../ui/contract-form.tsx'
import { FormTextField } from '../../ui/form-field.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { FailedState } from '../../ui/page-states.tsx'
import { TextLink } from '../../ui/text.tsx'
import { toast } from '../../ui/toast.ts'
import { ReasonRow } from './answer-card.tsx'
import { centsOf } from './save-check.tsx'

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Dollars as people type them. */
const Refund = z.object({
  amount: z
    .string()
    .transform(centsOf)
    .refine((cents) => cents !== null, 'Please enter an amount such as 12.50')
    .refine((cents) => cents !== 0, 'Please enter an amount above zero')
    .transform((cents) => cents ?? undefined),
  reference: refundCheck.body.shape.reference,
})

/** What was answered, whether the rules of that day still say so, and the refund. */
export function ReceiptDetails({ receipt, onClose }: { receipt: CoverageReceipt; onClose: () => void }) {
  const { data, error } = useQuery(routeQuery(getCheck, { params: { id: receipt.id } }))
  if (error) return <FailedState message={errorText(error)} />
  if (!data) return <Skeleton className="h-40" label="Loading the receipt" />
  return (
    <div className="grid gap-4">
      <p>
        {data.customer ? (
          <CustomerLink customer={data.customer} />
        ) : (
          (data.card ?? 'A customer whose data was erased')
        )}{' '}
        · {stateNames[data.state] ?? data.state} · {formatDay(data.on)} · {purchaseKindWords[data.kind]}
        {data.savedBy && ` · saved by ${data.savedBy}`}
      </p>
      <p>
        <VerdictBadge verdict={data.verdict} />
      </p>
      {data.part && <p>{data.part.text}</p>}
      {data.notes.map((note) => (
        <p key={note} className="text-ink-muted">
          {note}
        </p>
      ))}
      {data.accepted && <AcceptedLine accepted={data.accepted} />}
      <ul className="grid gap-3">
        {data.reasons.map((reason) => (
          <ReasonRow key={reason.text} reason={reason} />
        ))}
      </ul>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <dt className="text-ink-muted">In an audit binder today</dt>
        <dd>
          {saleOutcomeWords[data.decision.outcome]}
          {data.decision.outcome === 'later' && `. ${data.decision.reasons.join(' ')}`}
        </dd>
        <dt className="text-ink-muted">Sales tax</dt>
        <dd>{data.isTaxed === null ? 'Not recorded' : data.isTaxed ? 'Charged' : 'Not charged'}</dd>
        {data.paidBy && (
          <>
            <dt className="text-ink-muted">Paid by</dt>
            <dd>{data.paidBy === 'buyer' ? 'The customer’s own money, check or card' : 'A person'}</dd>
          </>
        )}
        <dt className="text-ink-muted">Certificate</dt>
        <dd>
          {data.decision.certificate !== 'open' ? (
            certificateWords[data.decision.certificate]
          ) : data.receivedId ? (
            <TextLink to={`/business/documents/${data.receivedId}`}>Open</TextLink>
          ) : (
            'Kept for this sale'
          )}
        </dd>
      </dl>
      {data.replayed && (
        <p className="text-ink-muted">
          {data.replayed.verdict === data.verdict
            ? 'Under the rules of that day, the answer is still the same.'
            : `The rules of that day now give another answer: ${verdictWords[data.replayed.verdict].title}.`}
        </p>
      )}
      {data.refundOf ? (
        <p>
          Refund of {data.refundOf}.{' '}
          {data.verdict === 'covered' ? 'No sales tax was charged.' : 'Check the invoice for sales tax.'}
        </p>
      ) : data.refundable === null ? (
        <p>Nothing is left of this sale to refund.</p>
      ) : (
        <ContractForm
          schema={Refund}
          defaultValues={{ amount: '', reference: '' }}
          submitLabel="Save Refund"
          onCancel={onClose}
          onSubmit={async ({ amount, reference }) => {
            const body = { amountCents: amount, reference }
            const refund = await call(refundCheck, { params: { id: receipt.id }, body })
            await queryClient.invalidateQueries({ queryKey: ['coverage'] })
            toast.success(`Saved refund ${refund.code}. It uses the answer of ${receipt.code}.`)
            onClose()
          }}
        >
          <FormTextField
            name="amount"
            label="Refund in dollars"
            hint={
              data.refundable.leftCents === null
                ? 'Leave empty for the whole sale. This sale has no amount, so you can refund it once.'
                : `${dollars.format(data.refundable.leftCents / 100)} is left of this sale. Leave empty to refund all of it.`
            }
            isRequired={false}
            inputMode="decimal"
          />
          <FormTextField name="reference" label="Credit note number" isRequired={false} />
        </ContractForm>
      )}
    </div>
  )
}
