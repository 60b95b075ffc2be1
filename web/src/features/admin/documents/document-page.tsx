import { type AdministeredDocument, getAdministeredDocument } from '@exempta/contract/admin/documents'
import { texts } from '@exempta/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { failureText, isNotFound } from '../../../lib/api-error.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { routeQuery } from '../../../lib/query.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { StatusBadge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Card } from '../../../ui/card.tsx'
import { CopyId } from '../../../ui/copy-button.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { RelativeTime, TextLink } from '../../../ui/text.tsx'
import { AuditHistory } from '../audit/audit-history.tsx'
import { AccessToDocument, RecipientsOfDocument } from './administered-tables.tsx'

export const meta = pageMeta('Document')

export default function AdministeredDocumentPage() {
  const { id = '' } = useParams()
  return <DocumentPage key={id} id={id} />
}

/** "Who saw my document?": who has it and who opened it. Administrators never see its pages. */
function DocumentPage({ id }: { id: string }) {
  const {
    data: document,
    error,
    refetch,
    isRefetching,
  } = useQuery(routeQuery(getAdministeredDocument, { params: { id } }))
  const isMissing = isNotFound(error)
  return (
    <>
      <BackLink to="/admin/audit">Back to Audit Log</BackLink>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-3 [overflow-wrap:anywhere]">
            {document && !isMissing ? document.name : isMissing ? 'Deleted document' : 'Document'}
            {document && !isMissing && <StatusBadge status={document.status} />}
          </span>
        }
        description="Who has this document and who opened it. You never see its pages."
      />
      {isMissing ? (
        <div className="grid gap-6">
          <Banner tone="info">
            We couldn’t find this document. If it was deleted, what the audit log recorded about it is below.
          </Banner>
          <AccessToDocument documentId={id} />
        </div>
      ) : document ? (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid min-w-0 gap-6">
            <About document={document} />
            <RecipientsOfDocument documentId={id} />
            <AccessToDocument documentId={id} />
          </div>
          <AuditHistory
            title="History"
            of={{ targetKind: 'document', targetId: id }}
            empty="Nothing has been recorded yet."
          />
        </div>
      ) : error ? (
        <FailedState
          message={failureText(error, texts.errorOccurred)}
          onRetry={() => void refetch()}
          isRetrying={isRefetching}
        />
      ) : (
        <SectionSpinner />
      )}
    </>
  )
}

const About = ({ document: { id, owner, createdAt, updatedAt } }: { document: AdministeredDocument }) => (
  <Card title="About">
    <Facts
      facts={[
        { label: 'Owner', value: <TextLink to={`/admin/users/${owner.id}`}>{owner.name}</TextLink> },
        { label: 'Uploaded', value: <RelativeTime at={createdAt} /> },
        { label: 'Last change', value: <RelativeTime at={updatedAt} /> },
        { label: 'ID', value: <CopyId id={id} /> },
      ]}
    />
  </Card>
)
