/** The receipts and certificates of a binder, page by page, for its auditor. */
import {
  type AuditCertificate,
  type AuditReceipt,
  listAuditCertificates,
  listAuditReceipts,
  openAuditCertificate,
} from '@exempta/contract/binders/auditors'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addressOf } from '../../../lib/api.ts'
import { formatDay } from '../../../lib/format.ts'
import { failureOf, listQuery } from '../../../lib/query.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Pagination } from '../../../ui/list-view.tsx'
import { count } from '../binder-words.ts'

/** Two lists on one page, so their places aren't in the address. */
function useCursor() {
  const [trail, setTrail] = useState<readonly string[]>([])
  return {
    cursor: trail.at(-1),
    pagesFor: (nextCursor: string | null | undefined) => ({
      summary: `Page ${count(trail.length + 1)}`,
      onPrevious: trail.length > 0 ? () => setTrail(trail.slice(0, -1)) : undefined,
      onNext: nextCursor ? () => setTrail([...trail, nextCursor]) : undefined,
    }),
  }
}

const verdicts: Record<AuditReceipt['verdict'], { label: string; tone: Tone }> = {
  covered: { label: 'Covered', tone: 'success' },
  'charge-part': { label: 'Charge part', tone: 'success' },
  check: { label: 'Ask a manager', tone: 'warning' },
  'not-covered': { label: 'Not covered', tone: 'danger' },
}
const erased = 'Name erased'

function CertificateLink({ grantId, id, of }: { grantId: string; id: string; of: string | null }) {
  return (
    <a
      href={addressOf(openAuditCertificate, { params: { grant: grantId, id } })}
      target="_blank"
      rel="noreferrer"
      aria-label={`Open the certificate of ${of ?? 'a customer whose name was erased'}, in a new tab`}
      className="font-medium text-accent-ink hover:underline"
    >
      Open
    </a>
  )
}

export function ReceiptsCard({ grantId, hasList }: { grantId: string; hasList: boolean }) {
  const { cursor, pagesFor } = useCursor()
  const query = useQuery(listQuery(listAuditReceipts, { params: { grant: grantId }, query: { cursor } }))
  const pages = pagesFor(query.data?.nextCursor)
  const columns: Column<AuditReceipt>[] = [
    {
      key: 'reference',
      header: 'Invoice or order',
      isPrimary: true,
      cell: ({ reference, isRefund }) => `${reference ?? 'No number'}${isRefund ? ' (refund)' : ''}`,
    },
    {
      key: 'on',
      header: 'Date',
      cell: ({ on }) => <span className="whitespace-nowrap">{formatDay(on)}</span>,
    },
    { key: 'customer', header: 'Customer', cell: ({ customer }) => customer ?? erased },
    {
      key: 'answer',
      header: 'Answer',
      cell: ({ verdict, reasons }) => (
        <span className="grid justify-items-start gap-1">
          <Badge tone={verdicts[verdict].tone}>{verdicts[verdict].label}</Badge>
          <span className="text-xs text-ink-muted">{reasons.join(' ')}</span>
        </span>
      ),
    },
    { key: 'code', header: 'Receipt', cell: ({ code }) => <span className="whitespace-nowrap">{code}</span> },
    {
      key: 'certificate',
      header: 'Certificate',
      isBlank: ({ certificateId }) => certificateId === null,
      cell: ({ certificateId, customer }) =>
        certificateId ? <CertificateLink grantId={grantId} id={certificateId} of={customer} /> : 'None',
    },
  ]
  return (
    <Card
      title="Receipts"
      isFlush
      description={
        hasList
          ? 'One line for each recorded sale on the list, by day. Lines of the list without a receipt are in invoices.csv in the download.'
          : 'One line for each recorded sale, by day.'
      }
    >
      <DataTable
        caption="Receipts"
        columns={columns}
        rows={query.data?.items}
        rowId={({ id }) => id}
        failure={failureOf(query)}
        empty={<p className="px-5 pb-5">No sale was recorded for this state and period.</p>}
      />
      {(pages.onPrevious || pages.onNext) && (
        <div className="px-4">
          <Pagination label="Pages of receipts" {...pages} isLoading={query.isFetching} />
        </div>
      )}
    </Card>
  )
}

export function CertificatesCard({ grantId }: { grantId: string }) {
  const { cursor, pagesFor } = useCursor()
  const query = useQuery(listQuery(listAuditCertificates, { params: { grant: grantId }, query: { cursor } }))
  const pages = pagesFor(query.data?.nextCursor)
  const columns: Column<AuditCertificate>[] = [
    { key: 'customer', header: 'Customer', isPrimary: true, cell: ({ customer }) => customer ?? erased },
    {
      key: 'expires',
      header: 'Expires',
      cell: ({ expiresOn }) => (expiresOn ? formatDay(expiresOn) : 'No date'),
    },
    {
      key: 'open',
      header: 'Certificate',
      cell: ({ id, customer }) => <CertificateLink grantId={grantId} id={id} of={customer} />,
    },
  ]
  return (
    <Card
      title="Certificates"
      isFlush
      description="Sensitive numbers are hidden. Certificates that customers no longer share, and that no sale relied on, aren’t shown."
    >
      <DataTable
        caption="Certificates"
        columns={columns}
        rows={query.data?.items}
        rowId={({ id }) => id}
        failure={failureOf(query)}
        empty={<p className="px-5 pb-5">There are no certificates in this binder.</p>}
      />
      {(pages.onPrevious || pages.onNext) && (
        <div className="px-4">
          <Pagination label="Pages of certificates" {...pages} isLoading={query.isFetching} />
        </div>
      )}
    </Card>
  )
}
