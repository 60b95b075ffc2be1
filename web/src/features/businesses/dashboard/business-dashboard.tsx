import { getBusinessDashboard } from '@exempta/contract/businesses/reports'
import type { TeamMember } from '@exempta/contract/businesses/team'
import { documentLimits } from '@exempta/contract/documents/limits'
import type { RouteOutput } from '@exempta/contract/route'
import { fill, texts } from '@exempta/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { ChartColumn, CircleCheck, Clock, FileInput, Inbox, Users } from 'lucide-react'
import { Link } from 'react-router'
import { errorText } from '../../../lib/api-error.ts'
import { routeQuery } from '../../../lib/query.ts'
import { Badge, StatusBadge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { EmptyState, FailedState } from '../../../ui/page-states.tsx'
import { StatCard } from '../../../ui/stat-card.tsx'
import { RelativeTime, TextLink } from '../../../ui/text.tsx'

type Counts = RouteOutput<typeof getBusinessDashboard>['counts']

/** Each figure leads to what it counts. */
function BusinessCounters({ counts }: { counts: Counts | undefined }) {
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-5">
      <StatCard
        label="Received Documents"
        value={counts?.received}
        icon={<FileInput aria-hidden />}
        to="/business/documents"
      />
      <StatCard
        label="Pending Review"
        value={counts?.pending}
        icon={<Clock aria-hidden />}
        to="/business/documents?status=pending&sort=date.asc"
      />
      <StatCard
        label="Verified Documents"
        value={counts?.verified}
        icon={<CircleCheck aria-hidden />}
        to="/business/documents?status=verified"
      />
      <StatCard
        label="Active Users"
        value={counts?.activeUsers}
        icon={<Users aria-hidden />}
        to="/business/team"
      />
      <Link
        to="/business/reports"
        prefetch="intent"
        className="col-span-2 grid content-start gap-1.5 rounded-card border border-line bg-surface p-5 transition-colors hover:border-accent lg:col-span-1"
      >
        <span className="flex items-center justify-between gap-3 font-semibold">
          View Reports
          <ChartColumn aria-hidden className="size-5 shrink-0 text-accent" />
        </span>
        <span className="text-ink-muted">Outcomes, time to review and more</span>
      </Link>
    </div>
  )
}

function BusinessUsers({ users }: { users: readonly TeamMember[] | undefined }) {
  return (
    <Card title="Business Users" isFlush actions={<TextLink to="/business/team">View Team</TextLink>}>
      {users ? (
        <ul aria-label="Business Users" className="divide-y divide-line">
          {users.map((user) => (
            <li key={user.id} className="grid gap-0.5 px-5 py-3">
              <span className="flex items-start justify-between gap-3">
                <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{user.name}</span>
                <Badge tone={user.role === 'manager' ? 'accent' : 'neutral'}>
                  {user.role === 'manager' ? 'Manager' : 'Viewer'}
                </Badge>
              </span>
              <span className="[overflow-wrap:anywhere] text-ink-muted">{user.email}</span>
              <span className="text-xs text-ink-muted">
                Added <RelativeTime at={user.addedAt} /> ·{' '}
                {user.lastActiveAt ? (
                  <>
                    active <RelativeTime at={user.lastActiveAt} />
                  </>
                ) : (
                  'not active yet'
                )}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <Skeleton className="mx-5 mb-5 h-24" label="Loading users" />
      )}
    </Card>
  )
}

type Recent = RouteOutput<typeof getBusinessDashboard>['recent'][number]

const columns: Column<Recent>[] = [
  {
    key: 'document',
    header: 'Document',
    isPrimary: true,
    cell: ({ id, document }) => (
      <Link
        to={`/business/documents/${id}`}
        prefetch="intent"
        className="rounded-sm [overflow-wrap:anywhere] hover:underline"
      >
        {document}
      </Link>
    ),
  },
  {
    key: 'user',
    header: 'User',
    cell: ({ user }) => <span className="[overflow-wrap:anywhere]">{user}</span>,
  },
  { key: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { key: 'date', header: 'Date', cell: ({ receivedAt }) => <RelativeTime at={receivedAt} /> },
]

function RecentReceived({ documents }: { documents: readonly Recent[] | undefined }) {
  return (
    <Card
      title="Recent Documents"
      isFlush
      actions={
        <TextLink to="/business/documents" aria-label="View All documents">
          View All
        </TextLink>
      }
    >
      <DataTable
        caption="Recent Documents"
        columns={columns}
        rows={documents}
        rowId={({ id }) => id}
        skeletonRows={documentLimits.dashboardRecentDocuments}
        empty={
          <EmptyState icon={<Inbox aria-hidden />} title="No documents yet">
            Documents people share with your business appear here right away.
          </EmptyState>
        }
      />
    </Card>
  )
}

/** The business at a glance; fetched again whenever something is received or reviewed. */
export function BusinessDashboard() {
  const { data, error, refetch, isRefetching } = useQuery(routeQuery(getBusinessDashboard, {}))
  if (error && !data) {
    return (
      <FailedState
        message={fill(texts.dashboard.failed, { message: errorText(error) })}
        onRetry={() => void refetch()}
        isRetrying={isRefetching}
      />
    )
  }
  return (
    <div className="grid gap-6">
      <BusinessCounters counts={data?.counts} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <RecentReceived documents={data?.recent} />
        <BusinessUsers users={data?.users} />
      </div>
    </div>
  )
}
