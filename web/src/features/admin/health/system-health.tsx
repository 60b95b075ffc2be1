import { getSystemHealth } from '@exempta/contract/admin/health'
import { useQuery } from '@tanstack/react-query'
import { errorText } from '../../../lib/api-error.ts'
import { pageMeta } from '../../../lib/page-meta.ts'
import { routeQuery } from '../../../lib/query.ts'
import { Banner } from '../../../ui/banner.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { FailedJobs } from './failed-jobs.tsx'
import { DatabaseCard, QueueCard, SandboxCard, ServerCard, StorageCard } from './health-cards.tsx'

const title = 'Health'

export const meta = pageMeta(title)

export default function HealthPage() {
  return (
    <>
      <PageHeader title={title} description="Queue, storage, database and sandbox." />
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
  const states = [data.queue, data.storage, data.database, data.sandbox].map(({ state }) => state)
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
