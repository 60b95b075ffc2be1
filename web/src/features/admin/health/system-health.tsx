import {
  dropFailedJob,
  type FailedJob,
  getSystemHealth,
  listFailedJobs,
  retryFailedJob,
} from '@exempta/contract/admin/health'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { failureOf, queryClient, routeQuery } from '../../../lib/query.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { ConfirmDialog } from '../../../ui/dialogs.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ShowMore } from '../../../ui/list-view.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState, FailedState } from '../../../ui/page-states.tsx'
import { RelativeTime } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toast.ts'
import {
  DatabaseCard,
  EmailsCard,
  MailServerCard,
  QueueCard,
  SandboxCard,
  ServerCard,
  StorageCard,
} from './health-cards.tsx'

const title = 'Health'

export const meta = pageMeta(title)

export default function HealthPage() {
  return (
    <>
      <PageHeader title={title} description="Queue, storage, database, mail server and sandbox." />
      <SystemHealth />
    </>
  )
}

const refreshMs = 5000

/** How the installation is doing, looked at again every few seconds. */
function SystemHealth() {
  const { data, error, refetch, isRefetching } = useQuery({
    ...routeQuery(getSystemHealth, {}),
    refetchInterval: refreshMs,
  })
  if (!data) {
    if (!error) return <SectionSpinner />
    return <FailedState message={errorText(error)} onRetry={() => void refetch()} isRetrying={isRefetching} />
  }
  const states = [
    data.queue,
    data.storage,
    data.database,
    data.mailServer,
    data.sandbox,
    ...(data.emails ? [data.emails] : []),
  ].map(({ state }) => state)
  return (
    <div className="grid gap-6">
      {error ? (
        <Banner tone="danger">These figures are out of date: {errorText(error)}</Banner>
      ) : states.includes('bad') ? (
        <Banner tone="danger">Something is broken. See the cards below.</Banner>
      ) : states.includes('warning') ? (
        <Banner tone="warning">Something needs attention. See the cards below.</Banner>
      ) : (
        <Banner tone="success">Everything is working.</Banner>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <QueueCard queue={data.queue} />
        <DatabaseCard database={data.database} />
        <StorageCard storage={data.storage} />
        <MailServerCard mailServer={data.mailServer} />
        {data.emails && <EmailsCard emails={data.emails} />}
        <SandboxCard sandbox={data.sandbox} />
        <ServerCard server={data.server} />
      </div>
      <FailedJobs failed={data.queue.failed} />
      <p className="text-xs text-ink-muted">
        Checked {new Date(data.checkedAt).toLocaleTimeString()}, then every {refreshMs / 1000} seconds.
      </p>
    </div>
  )
}

/** Jobs that no try could do: try again, or give up. `failed` is how many there are, as the page knows it. */
function FailedJobs({ failed }: { failed: number }) {
  const [inQuestion, setInQuestion] = useState<FailedJob>()
  const list = useInfiniteQuery({
    queryKey: ['admin', listFailedJobs.path, failed],
    queryFn: ({ pageParam, signal }) => call(listFailedJobs, { query: { cursor: pageParam } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: (before) => before,
  })
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['admin'] })
  async function retry({ id, job }: FailedJob) {
    try {
      await call(retryFailedJob, { params: { id } })
      toast.success(`We’re retrying ${job}.`)
    } catch (error) {
      toast.error(errorText(error))
    }
    await refresh()
  }
  async function drop() {
    if (!inQuestion) return
    await call(dropFailedJob, { params: { id: inQuestion.id } })
    toast.success(`Discarded ${inQuestion.job}.`)
    await refresh()
  }
  return (
    <Card title="Failed jobs" description="Jobs that failed after every retry." isFlush>
      <DataTable
        caption="Failed jobs"
        columns={columns((job) => void retry(job), setInQuestion)}
        rows={list.data?.pages.flatMap((page) => page.items)}
        rowId={({ id }) => id}
        failure={failureOf(list)}
        skeletonRows={2}
        empty={<EmptyState title="No failed jobs.">There’s nothing to do.</EmptyState>}
      />
      <ShowMore list={list} />
      <ConfirmDialog
        isOpen={inQuestion !== undefined}
        onOpenChange={(isOpen) => !isOpen && setInQuestion(undefined)}
        title="Discard job"
        question="The job won’t run again, and its work won’t be done."
        subject={inQuestion?.job}
        confirmLabel="Discard"
        onConfirm={drop}
      />
    </Card>
  )
}

const columns = (
  onRetry: (job: FailedJob) => void,
  onDrop: (job: FailedJob) => void,
): Column<FailedJob>[] => [
  { key: 'job', header: 'Job', isPrimary: true, cell: ({ job }) => job },
  { key: 'reason', header: 'Reason', cell: ({ reason }) => reason },
  { key: 'attempts', header: 'Attempts', cell: ({ attempts }) => attempts },
  { key: 'failed', header: 'Failed', cell: ({ failedAt }) => <RelativeTime at={failedAt} /> },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    cell: (job) => (
      <span className="-ml-2 inline-flex md:ml-0">
        <IconButton label={`Retry ${job.job}`} icon={<RotateCw aria-hidden />} onClick={() => onRetry(job)} />
        <IconButton
          label={`Discard ${job.job}`}
          icon={<Trash2 aria-hidden />}
          tone="danger"
          onClick={() => onDrop(job)}
        />
      </span>
    ),
  },
]
