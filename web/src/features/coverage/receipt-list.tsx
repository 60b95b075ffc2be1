import { type CoverageReceipt, getCheck, listChecks, refundCheck } from '@exempta/contract/coverage'
import { stateNames } from '@exempta/contract/states'
import { verdictWords } from '@exempta/contract/verdict'
import { useQuery } from '@tanstack/react-query'
import { ReceiptText, SearchX } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { call } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { formatDay } from '../../lib/format.ts'
import { useList } from '../../lib/list.ts'
import { queryClient, routeQuery } from '../../lib/query.ts'
import { ContractForm } from '../../ui/contract-form.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { FormTextField } from '../../ui/form-field.tsx'
import { ListSearch, ListView } from '../../ui/list-view.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { EmptyState, FailedState } from '../../ui/page-states.tsx'
import { toast } from '../../ui/toast.ts'
import { ReasonRow } from './answer-card.tsx'
import { centsOf } from './save-check.tsx'
import { VerdictBadge } from './verdict.tsx'

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Every saved answer, newest first. A refund starts from its receipt. */
export function ReceiptList() {
  const list = useList(listChecks, {
    filters: {},
    input: ({ search, cursor }) => ({ query: { search, cursor } }),
  })
  const [opened, setOpened] = useState<CoverageReceipt>()
  const columns: Column<CoverageReceipt>[] = [
    {
      key: 'code',
      header: 'Receipt',
      isPrimary: true,
      cell: (receipt) => (
        <button
          type="button"
          className="font-medium text-accent-ink hover:underline"
          onClick={() => setOpened(receipt)}
        >
          {receipt.code}
        </button>
      ),
    },
    { key: 'on', header: 'Sale', cell: ({ on }) => formatDay(on) },
    { key: 'customer', header: 'Customer', cell: ({ customer }) => customer?.name ?? 'Erased' },
    { key: 'state', header: 'State', cell: ({ state }) => stateNames[state] ?? state },
    { key: 'reference', header: 'Invoice', cell: ({ reference }) => reference ?? '' },
    {
      key: 'amount',
      header: 'Amount',
      cell: ({ amountCents, refundOf }) =>
        `${refundOf ? 'Refund ' : ''}${amountCents === null ? '' : money.format(amountCents / 100)}`,
    },
    {
      key: 'answer',
      header: 'Answer',
      cell: ({ verdict, allowedReason }) => (
        <span className="grid justify-items-start gap-1">
          <VerdictBadge verdict={verdict} />
          {allowedReason && <span className="text-sm text-ink-muted">Allowed: {allowedReason}</span>}
        </span>
      ),
    },
  ]
  return (
    <>
      <ListView
        caption="Receipts"
        columns={columns}
        {...list.view}
        rowId={({ id }) => id}
        toolbar={<ListSearch list={list} label="Receipt or invoice number..." />}
        empty={
          list.isNarrowed ? (
            <EmptyState icon={<SearchX aria-hidden />} title="No receipts match.">
              Try the beginning of a receipt’s code or of an invoice number.
            </EmptyState>
          ) : (
            <EmptyState icon={<ReceiptText aria-hidden />} title="No receipts yet">
              Save an answer on the Counter page, and it appears here.
            </EmptyState>
          )
        }
      />
      <Dialog
        isOpen={opened !== undefined}
        onOpenChange={() => setOpened(undefined)}
        title={`Receipt ${opened?.code ?? ''}`}
      >
        {opened && <ReceiptDetails receipt={opened} onClose={() => setOpened(undefined)} />}
      </Dialog>
    </>
  )
}

/** Dollars as people type them. */
const Refund = z.object({
  amount: z
    .string()
    .transform(centsOf)
    .refine((cents) => cents !== null, 'Please enter an amount such as 12.50')
    .transform((cents) => cents ?? undefined),
  reference: refundCheck.body.shape.reference,
})

function ReceiptDetails({ receipt, onClose }: { receipt: CoverageReceipt; onClose: () => void }) {
  const { data, error } = useQuery(routeQuery(getCheck, { params: { id: receipt.id } }))
  if (error) return <FailedState message={errorText(error)} />
  if (!data) return <Skeleton className="h-40" label="Loading the receipt" />
  return (
    <div className="grid gap-4">
      <p>
        {data.customer?.name ?? 'A customer whose data was erased'} · {stateNames[data.state] ?? data.state} ·{' '}
        {formatDay(data.on)}
        {data.savedBy && ` · saved by ${data.savedBy}`}
      </p>
      <p>
        <VerdictBadge verdict={data.verdict} />
      </p>
      <ul className="grid gap-3">
        {data.reasons.map((reason) => (
          <ReasonRow key={reason.text} reason={reason} />
        ))}
      </ul>
      {data.replayed && (
        <p className="text-ink-muted">
          {data.replayed.verdict === data.verdict
            ? 'We asked the rules of that day again, and they give the same answer.'
            : `The rules of that day now give another answer: ${verdictWords[data.replayed.verdict].title}.`}
        </p>
      )}
      {data.refundOf ? (
        <p>
          Refund of {data.refundOf}.{' '}
          {data.verdict === 'covered' ? 'No sales tax was charged.' : 'Check the invoice for sales tax.'}
        </p>
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
          <FormTextField name="amount" label="Refund in dollars" isRequired={false} inputMode="decimal" />
          <FormTextField name="reference" label="Credit note number" isRequired={false} />
        </ContractForm>
      )}
    </div>
  )
}
