import { actionWords } from '@exempta/contract/admin/audit'
import { type CoverageReceipt, listChecks } from '@exempta/contract/coverage'
import { matchWords } from '@exempta/contract/customers'
import {
  type CustomerActivity,
  type CustomerCertificate,
  listCustomerActivity,
  listCustomerCertificates,
  listCustomerDecisions,
} from '@exempta/contract/customers/page'
import type { RouteOutput } from '@exempta/contract/route'
import { stateNames } from '@exempta/contract/states'
import { useState } from 'react'
import { formatDay } from '../../../lib/format.ts'
import { useGrowingList } from '../../../lib/growing-list.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { VerdictBadge } from '../../../shared/coverage/verdict.tsx'
import { StatusBadge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { GrowingTable } from '../../../ui/growing-table.tsx'
import { RelativeTime, TextLink } from '../../../ui/text.tsx'

const MoveDialog = onDemand(async () => (await import('../merge/move-dialog.tsx')).MoveDialog)

const nameOf = (state: string) => stateNames[state] ?? state

const certificateColumns: Column<CustomerCertificate>[] = [
  {
    key: 'purchaser',
    header: 'Certificate',
    isPrimary: true,
    cell: ({ receivedId, purchaser, form, status }) => (
      <span className="block">
        {status === 'revoked' ? (
          purchaser
        ) : (
          <TextLink to={`/business/documents/${receivedId}`}>{purchaser}</TextLink>
        )}
        {form && <span className="block text-xs font-normal text-ink-muted">{form}</span>}
      </span>
    ),
  },
  {
    key: 'states',
    header: 'States today',
    cell: ({ states }) => (
      <span className="flex flex-wrap gap-x-3 gap-y-1">
        {states.map(({ state, verdict, expiresOn }) => (
          <span key={state} className="inline-flex items-center gap-1.5" title={nameOf(state)}>
            {state} <VerdictBadge verdict={verdict} />
            {expiresOn && <span className="text-xs text-ink-muted">{formatDay(expiresOn)}</span>}
          </span>
        ))}
      </span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, replacedBy, revokedAt, reviewedAt }) => (
      <span className="grid justify-items-start gap-0.5">
        {replacedBy ? (
          <TextLink to={`/business/documents/${replacedBy}`}>Replaced by a newer one</TextLink>
        ) : (
          <StatusBadge status={status} />
        )}
        {(revokedAt ?? reviewedAt) && (
          <span className="text-xs text-ink-muted">
            <RelativeTime at={revokedAt ?? reviewedAt ?? ''} />
          </span>
        )}
      </span>
    ),
  },
  { key: 'shared', header: 'Received', cell: ({ sharedAt }) => <RelativeTime at={sharedAt} /> },
  {
    key: 'match',
    header: 'Why it’s here',
    cell: ({ matchedBy }) => <span className="text-ink-muted">{matchWords[matchedBy]}</span>,
  },
]

interface CustomerCertificatesProps {
  id: string
  /** Managers move what was matched to the wrong customer. */
  canMove: boolean
}

export function CustomerCertificates({ id, canMove }: CustomerCertificatesProps) {
  const [moved, setMoved] = useState<CustomerCertificate>()
  const list = useGrowingList(listCustomerCertificates, { input: { params: { id }, query: {} } })
  const moveColumn: Column<CustomerCertificate> = {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    cell: (certificate) => (
      <Button
        variant="secondary"
        size="sm"
        aria-label={`Move the certificate of ${certificate.purchaser}`}
        onClick={() => setMoved(certificate)}
      >
        Move
      </Button>
    ),
  }
  return (
    <>
      <GrowingTable
        caption="Certificates"
        list={list}
        columns={canMove ? [...certificateColumns, moveColumn] : certificateColumns}
        rowId={({ receivedId }) => receivedId}
        empty="No certificates yet"
      >
        Ask for a certificate, and what they send appears here.
      </GrowingTable>
      {moved && <MoveDialog customerId={id} certificate={moved} onClose={() => setMoved(undefined)} />}
    </>
  )
}

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

const receiptColumns: Column<CoverageReceipt>[] = [
  { key: 'code', header: 'Receipt', isPrimary: true, cell: ({ code }) => code },
  { key: 'on', header: 'Sale', cell: ({ on }) => formatDay(on) },
  { key: 'state', header: 'State', cell: ({ state }) => nameOf(state) },
  {
    key: 'reference',
    header: 'Invoice',
    isBlank: ({ reference }) => reference === null,
    cell: ({ reference }) => reference,
  },
  {
    key: 'amount',
    header: 'Amount',
    isBlank: ({ amountCents, refundOf }) => amountCents === null && refundOf === null,
    cell: ({ amountCents, refundOf }) =>
      `${refundOf ? 'Refund ' : ''}${amountCents === null ? '' : money.format(amountCents / 100)}`,
  },
  { key: 'answer', header: 'Answer', cell: ({ verdict }) => <VerdictBadge verdict={verdict} /> },
]

export function CustomerReceipts({ id }: { id: string }) {
  const list = useGrowingList(listChecks, { input: { query: { customerId: id } } })
  return (
    <GrowingTable
      caption="Receipts"
      list={list}
      columns={receiptColumns}
      rowId={(receipt) => receipt.id}
      empty="No receipts yet"
    >
      Check a sale and save the answer, and its receipt appears here.
    </GrowingTable>
  )
}

type Decision = RouteOutput<typeof listCustomerDecisions>['items'][number]

const decisionColumns: Column<Decision>[] = [
  { key: 'state', header: 'State', isPrimary: true, cell: ({ state }) => nameOf(state) },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => reason },
  { key: 'by', header: 'Accepted by', cell: ({ by }) => by ?? 'A former team member' },
  { key: 'on', header: 'On', cell: ({ on }) => formatDay(on) },
  {
    key: 'until',
    header: 'Accepted until',
    cell: ({ until, isInForce }) => (
      <span className="grid">
        {formatDay(until)}
        {!isInForce && <span className="text-xs text-ink-muted">Doesn’t count anymore</span>}
      </span>
    ),
  },
  {
    key: 'certificate',
    header: 'Certificate',
    cell: ({ receivedId }) => <TextLink to={`/business/documents/${receivedId}`}>Open</TextLink>,
  },
]

export function CustomerDecisions({ id }: { id: string }) {
  const list = useGrowingList(listCustomerDecisions, {
    input: { params: { id }, query: {} },
    topic: 'coverage',
  })
  return (
    <GrowingTable
      caption="Decisions"
      list={list}
      columns={decisionColumns}
      rowId={(decision) => decision.id}
      empty="Nothing was accepted"
    >
      Where a certificate leaves a question open, a manager can accept it until a day.
    </GrowingTable>
  )
}

const activityColumns: Column<CustomerActivity>[] = [
  { key: 'what', header: 'What happened', isPrimary: true, cell: ({ action }) => actionWords(action) },
  { key: 'by', header: 'By', cell: ({ by }) => by ?? 'Exempta, or someone who left' },
  { key: 'at', header: 'When', cell: ({ at }) => <RelativeTime at={at} /> },
]

export function CustomerActivityList({ id }: { id: string }) {
  const list = useGrowingList(listCustomerActivity, { input: { params: { id }, query: {} } })
  return (
    <GrowingTable
      caption="Activity"
      list={list}
      columns={activityColumns}
      rowId={(entry) => entry.id}
      empty="Nothing has been changed yet"
    >
      Changes to this customer are listed here, with who made them.
    </GrowingTable>
  )
}
