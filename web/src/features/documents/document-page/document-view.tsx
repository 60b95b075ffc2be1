import { type Document, getDocument } from '@exempta/contract/documents'
import { useQuery } from '@tanstack/react-query'
import { FileX } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '../../../lib/api-error.ts'
import { errorText } from '../../../lib/error-text.ts'
import { routeQuery } from '../../../lib/query.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailedState } from '../../../ui/failed-state.tsx'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { SectionSpinner } from '../../../ui/section-spinner.tsx'
import { useDocumentProgress } from '../use-document-progress.ts'
import { LoadedDocument } from './loaded-document.tsx'

export interface DocumentViewProps {
  id: string
  onDeleted: () => void
  onShare: (document: Document) => void
  /** Who can see it; shown once it is processed. */
  shares: ReactNode
}

/** One document: what is hidden, its versions, and who opened it; stays in step with the server. */
export function DocumentView({ id, ...acts }: DocumentViewProps) {
  useDocumentProgress()
  const query = useQuery(routeQuery(getDocument, { params: { id } }))
  // Also when it was deleted elsewhere while it was shown here.
  if (isMissing(query.error)) return <MissingDocument />
  if (query.data) return <LoadedDocument document={query.data} {...acts} />
  return (
    <>
      <PageHeader title="Document" />
      {query.error ? (
        <FailedState
          message={errorText(query.error)}
          onRetry={() => void query.refetch()}
          isRetrying={query.isRefetching}
        />
      ) : (
        <SectionSpinner />
      )}
    </>
  )
}

const isMissing = (error: unknown) =>
  error instanceof ApiError && (error.code === 'not-found' || error.code === 'invalid-input')

const MissingDocument = () => (
  <>
    <PageHeader title="Document" />
    <EmptyState
      icon={<FileX aria-hidden />}
      title="This document is not here"
      action={
        <LinkButton to="/user/documents" variant="secondary">
          Back to My Documents
        </LinkButton>
      }
    >
      It may have been deleted.
    </EmptyState>
  </>
)
