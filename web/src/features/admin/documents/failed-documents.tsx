import {
  type AdministeredDocument,
  listAdministeredDocuments,
  retryFailedDocument,
} from '@exempta/contract/admin/documents'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck, RotateCw } from 'lucide-react'
import { errorText } from '../../../lib/api-error.ts'
import { useList } from '../../../lib/list.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { refreshAdmin, routeMutation } from '../../../lib/query.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { ListView } from '../../../ui/list-view.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { RelativeTime, TextLink } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toast.ts'

const title = 'Pending Issues'

export const meta = pageMeta(title)

export default function FailedDocumentsPage() {
  return (
    <>
      <BackLink to="/admin/dashboard">Back to Dashboard</BackLink>
      <PageHeader
        title={title}
        description="Documents that we couldn’t process. Owners see the same reason and have been notified. You see names only, never the contents."
      />
      <FailedDocuments />
    </>
  )
}

/** Documents that could not be processed: why, and what can be done about it. */
function FailedDocuments() {
  const list = useList(listAdministeredDocuments, {
    filters: { ownerId: /^[0-9a-f-]{36}$/ },
    input: ({ filters, cursor }) => ({ query: { ...filters, status: 'failed' as const, cursor } }),
  })
  const retry = useMutation({
    ...routeMutation(retryFailedDocument),
    onSuccess: ({ name }) => toast.success(`We’re processing ${name} again.`),
    onError: (error) => toast.error(errorText(error)),
    onSettled: refreshAdmin,
  })
  return (
    <ListView
      caption="Failed documents"
      columns={columns({
        onRetry: (id) => retry.mutate({ params: { id } }),
        retrying: retry.isPending ? retry.variables.params.id : undefined,
      })}
      {...list.view}
      rowId={({ id }) => id}
      toolbar={null}
      empty={
        <EmptyState icon={<CircleCheck aria-hidden />} title="No failed documents">
          Every document has been processed.
        </EmptyState>
      }
    />
  )
}

interface RowActions {
  onRetry: (id: string) => void
  retrying: string | undefined
}

const columns = ({ onRetry, retrying }: RowActions): Column<AdministeredDocument>[] => [
  {
    key: 'document',
    header: 'Document',
    isPrimary: true,
    cell: ({ name }) => <span className="[overflow-wrap:anywhere]">{name}</span>,
  },
  {
    key: 'owner',
    header: 'Owner',
    cell: ({ owner }) => <TextLink to={`/admin/users/${owner.id}`}>{owner.name}</TextLink>,
  },
  { key: 'reason', header: 'Reason', cell: ({ failure }) => failure?.text },
  {
    key: 'failed',
    header: 'Failed',
    cell: ({ updatedAt }) => (
      <span className="whitespace-nowrap">
        <RelativeTime at={updatedAt} />
      </span>
    ),
  },
  {
    key: 'remedy',
    header: 'What can be done',
    cell: ({ id, name, failure }) =>
      failure?.canRetry ? (
        <Button
          variant="secondary"
          size="sm"
          isLoading={retrying === id}
          onClick={() => onRetry(id)}
          aria-label={`Retry ${name}`}
        >
          <RotateCw aria-hidden className="size-4" />
          Retry
        </Button>
      ) : (
        <span className="text-ink-muted">Only its owner can help, by uploading another file.</span>
      ),
  },
]
