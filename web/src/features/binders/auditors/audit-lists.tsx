/** The sales and certificates of a binder, page by page, for its auditor. */
import {
  type AuditCertificate,
  type AuditSale,
  listAuditCertificates,
  listAuditSales,
  openAuditCertificate,
} from '@exempta/contract/binders/auditors'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addressOf } from '../../../lib/api.ts'
import { formatDay } from '../../../lib/format.ts'
import { failureOf, listQuery } from '../../../lib/query.ts'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Pagination } from '../../../ui/list-view.tsx'
import { count } from '../binder-words.ts'
import { saleColumns } from '../sales-table.tsx'

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

export function SalesCard({ grantId, hasList }: { grantId: string; hasList: boolean }) {
  const { cursor, pagesFor } = useCursor()
  const query = useQuery(listQuery(listAuditSales, { params: { grant: grantId }, query: { cursor } }))
  const pages = pagesFor(query.data?.nextCursor)
  const columns = saleColumns<AuditSale>(({ certificateId, customer }) =>
    certificateId ? <CertificateLink grantId={grantId} id={certificateId} of={customer} /> : 'None',
  )
  return (
    <Card
      title="Sales"
      isFlush
      description={
        hasList
          ? 'One row for each invoice on the list, with what covers it.'
          : 'One row for each recorded sale and refund, by day, with what covers it.'
      }
    >
      <DataTable
        caption="Sales"
        columns={columns}
        rows={query.data?.items}
        rowId={({ id }) => id}
        failure={failureOf(query)}
        empty={<p className="px-5 pb-5">No sale was recorded for this state and period.</p>}
      />
      {(pages.onPrevious || pages.onNext) && (
        <div className="px-4">
          <Pagination label="Pages of sales" {...pages} isLoading={query.isFetching} />
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
      cell: ({ expiresOn }) => (expiresOn ? formatDay(expiresOn) : 'No expiration date'),
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
      description="The versions that the seller was shown, with sensitive numbers hidden. Certificates that customers no longer share, and that no sale relied on, aren’t here."
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
