/** Sales with what is decided about each, as managers and auditors see them. */
import type { BinderSale } from '@exempta/contract/binders'
import { certificateWords, saleOutcomeWords } from '@exempta/contract/coverage/sale-outcome'
import type { ReactNode } from 'react'
import { formatDay } from '../../lib/format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'

const tones: Record<BinderSale['outcome'], Tone> = {
  covered: 'success',
  later: 'success',
  part: 'info',
  taxed: 'neutral',
  'not-covered': 'danger',
  none: 'danger',
}
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `certificate` shows one that can be opened, and `customer` who bought: the business has a page about them. */
export function saleColumns<Sale extends BinderSale>(
  certificate: (sale: Sale) => ReactNode,
  customer: (sale: Sale) => ReactNode = (sale) => sale.customer,
): Column<Sale>[] {
  return [
    {
      key: 'reference',
      header: 'Invoice or order',
      isPrimary: true,
      cell: ({ reference, isRefund }) => `${reference ?? 'No number'}${isRefund ? ' (refund)' : ''}`,
    },
    {
      key: 'on',
      header: 'Date',
      cell: ({ on }) => <span className="whitespace-nowrap">{on ? formatDay(on) : 'Not stated'}</span>,
    },
    {
      key: 'customer',
      header: 'Customer',
      // The reasons beside it would leave no room for the words of a name.
      cell: (sale) => <span className="md:block md:min-w-36">{customer(sale) ?? 'Not stated'}</span>,
    },
    {
      key: 'amount',
      header: 'Amount',
      isBlank: ({ amountCents }) => amountCents === null,
      cell: ({ amountCents }) => (
        <span className="block text-right tabular-nums">
          {amountCents === null ? '' : dollars.format(amountCents / 100)}
        </span>
      ),
    },
    {
      key: 'result',
      header: 'Result',
      cell: ({ outcome, reasons }) => (
        <span className="grid justify-items-start gap-1">
          <Badge tone={tones[outcome]}>{saleOutcomeWords[outcome]}</Badge>
          <span className="text-xs text-ink-muted">{reasons.join(' ')}</span>
        </span>
      ),
    },
    {
      key: 'code',
      header: 'Receipt',
      cell: ({ code }) => <span className="whitespace-nowrap">{code ?? 'None'}</span>,
    },
    {
      key: 'certificate',
      header: 'Certificate',
      cell: (sale) => (sale.certificate === 'open' ? certificate(sale) : certificateWords[sale.certificate]),
    },
  ]
}
