import { type CoverageReceipt, downloadChecks, listChecks } from '@exempta/contract/coverage'
import { stateNames } from '@exempta/contract/states'
import { verdicts, verdictWords } from '@exempta/contract/verdict'
import { ReceiptText, SearchX } from 'lucide-react'
import { useState } from 'react'
import { addressOf } from '../../lib/api.ts'
import { formatDay } from '../../lib/format.ts'
import { useList } from '../../lib/list.ts'
import { onDemand } from '../../lib/on-demand.tsx'
import { VerdictBadge } from '../../shared/coverage/verdict.tsx'
import { CustomerLink } from '../../shared/customers/customer-link.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialogs.tsx'
import { ExportLink } from '../../ui/export-link.tsx'
import { FoldedFilter, ListFilter, ListSearch, ListView } from '../../ui/list-view.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { EmptyState } from '../../ui/page-states.tsx'
import { TextInput } from '../../ui/text-input.tsx'

const ReceiptDetails = onDemand(
  async () => (await import('./receipt-details.tsx')).ReceiptDetails,
  <Skeleton className="h-40" label="Loading the receipt" />,
)

const day = /^\d{4}-\d{2}-\d{2}$/
const filters = { state: /^[A-Z]{2}$/, verdict: verdicts, from: day, to: day } as const
const stateOptions = Object.entries(stateNames).map(([value, label]) => ({ value, label }))
const verdictOptions = verdicts.map((value) => ({ value, label: verdictWords[value].title }))

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Every saved answer, newest first. A refund starts from its receipt. */
export function ReceiptList() {
  const list = useList(listChecks, {
    filters,
    input: ({ search, filters: { state, verdict, from, to }, cursor }) => ({
      query: { search, state, verdict, from, to, cursor },
    }),
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
    {
      key: 'customer',
      header: 'Customer',
      cell: ({ customer, card }) => (customer ? <CustomerLink customer={customer} /> : (card ?? 'Erased')),
    },
    { key: 'state', header: 'State', cell: ({ state }) => stateNames[state] ?? state },
    { key: 'reference', header: 'Invoice', cell: ({ reference }) => reference ?? '' },
    {
      key: 'amount',
      header: 'Amount',
      align: 'right',
      cell: ({ amountCents, refundOf }) => (
        <span className="tabular-nums">
          {refundOf ? 'Refund ' : ''}
          {amountCents === null ? '' : money.format(amountCents / 100)}
        </span>
      ),
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
  const { from = '', to = '' } = list.filters
  return (
    <div className="grid gap-4">
      <ListView
        caption="Receipts"
        columns={columns}
        {...list.view}
        rowId={({ id }) => id}
        toolbar={
          <>
            <ListSearch list={list} label="Receipt or invoice number..." />
            <ListFilter list={list} name="state" label="State" allLabel="All States" options={stateOptions} />
            <ListFilter
              list={list}
              name="verdict"
              label="Answer"
              allLabel="All Answers"
              options={verdictOptions}
            />
            <FoldedFilter isInUse={from !== '' || to !== ''}>
              <span className="flex flex-wrap items-center gap-2">
                <span aria-hidden>Sold</span>
                <TextInput
                  type="date"
                  aria-label="Sold from"
                  value={from}
                  max={to}
                  onChange={(event) => list.setFilter('from', event.target.value)}
                />
                <span aria-hidden>to</span>
                <TextInput
                  type="date"
                  aria-label="Sold to"
                  value={to}
                  min={from}
                  onChange={(event) => list.setFilter('to', event.target.value)}
                />
              </span>
            </FoldedFilter>
            <ExportLink
              href={addressOf(downloadChecks, { query: { search: list.search, ...list.filters } })}
            />
          </>
        }
        empty={
          list.isNarrowed ? (
            <EmptyState icon={<SearchX aria-hidden />} title="No receipts match.">
              Try the beginning of a receipt’s code or of an invoice number, or remove a filter.
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
    </div>
  )
}
