import {
  type AdminDashboard as DashboardCounts,
  getAdminDashboard,
  type RecentEvent,
} from '@exempta/contract/admin/dashboard'
import { texts } from '@exempta/contract/texts'
import { useQuery } from '@tanstack/react-query'
import {
  Building2,
  ChartColumn,
  ChevronRight,
  FileText,
  History,
  MessagesSquare,
  TriangleAlert,
  UserPlus,
  Users,
} from 'lucide-react'
import { Link } from 'react-router'
import { pageMeta } from '../../../lib/page-meta.ts'
import { routeQuery } from '../../../lib/query.ts'
import { StatusBadge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Card } from '../../../ui/card.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState, FailedState } from '../../../ui/page-states.tsx'
import { StatCard } from '../../../ui/stat-card.tsx'
import { RelativeTime, TextLink } from '../../../ui/text.tsx'

const title = 'Dashboard'

export const meta = pageMeta(title)

export default function DashboardPage() {
  return (
    <>
      <PageHeader title={title} description="Users, businesses, documents and issues at a glance." />
      <AdminDashboard />
    </>
  )
}

type Figure = DashboardCounts['users']

const month = 'vs. previous 30 days'

/** A percentage of few is large, so it's shown with how many it's about. */
const changeOf = ({ growthPercent, newCount }: Figure, since: string, isGood?: boolean) => ({
  growth: { percent: growthPercent, since, ...(isGood !== undefined && { isGood }) },
  note: newCount === 0 ? 'None new in 30 days' : `${newCount.toLocaleString()} new in 30 days`,
})

function AdminCounters({ dashboard }: { dashboard: DashboardCounts }) {
  const { users, businesses, documents, pendingIssues } = dashboard
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <StatCard
        label="Total Users"
        value={users.total}
        icon={<Users aria-hidden />}
        {...changeOf(users, month)}
        to="/admin/users"
      />
      <StatCard
        label="Businesses"
        value={businesses.total}
        icon={<Building2 aria-hidden />}
        {...changeOf(businesses, month)}
        to="/admin/businesses"
      />
      <StatCard
        label="Documents"
        value={documents.total}
        icon={<FileText aria-hidden />}
        {...changeOf(documents, month)}
        to="/admin/reports"
      />
      <StatCard
        label="Pending Issues"
        value={pendingIssues.total}
        icon={<TriangleAlert aria-hidden />}
        {...changeOf(pendingIssues, 'vs. a baseline of 10', pendingIssues.growthPercent <= 0)}
        to="/admin/dashboard/issues"
      />
    </div>
  )
}

const links = [
  { to: '/admin/users', label: 'Manage Users', Icon: Users },
  { to: '/admin/businesses', label: 'Manage Businesses', Icon: Building2 },
  { to: '/admin/reports', label: 'Generate Reports', Icon: ChartColumn },
  { to: '/admin/chats', label: 'Chat Management', Icon: MessagesSquare },
]

function QuickLinks() {
  return (
    <Card title="Quick Links" isFlush>
      <ul className="divide-y divide-line">
        {links.map(({ to, label, Icon }) => (
          <li key={to}>
            <Link
              to={to}
              prefetch="intent"
              className="flex items-center gap-3 px-5 py-3 font-medium transition-colors last:rounded-b-card hover:bg-subtle/60"
            >
              <Icon aria-hidden className="size-[18px] text-ink-muted" />
              {label}
              <ChevronRight aria-hidden className="ml-auto size-4 text-ink-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const looks = {
  user: { words: 'New user', Icon: UserPlus },
  business: { words: 'New business', Icon: Building2 },
  document: { words: 'New document', Icon: FileText },
}

function RecentEvents({ events }: { events: readonly RecentEvent[] }) {
  return (
    <Card title="Recent Activity" isFlush>
      {events.length === 0 ? (
        <EmptyState icon={<History aria-hidden />} title="No activity yet" />
      ) : (
        <ul aria-label="Recent Activity" className="divide-y divide-line">
          {events.map((event) => (
            <EventItem key={`${event.kind} ${event.id}`} event={event} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function EventItem({ event: { kind, id, name, status, at } }: { event: RecentEvent }) {
  const { words, Icon } = looks[kind]
  return (
    <li className="flex items-center gap-3 px-5 py-3">
      <span className="inline-flex size-9 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent-ink">
        <Icon aria-hidden className="size-[18px]" />
      </span>
      <span className="grid min-w-0 flex-1">
        <span className="text-xs text-ink-muted">
          {words} · <RelativeTime at={at} />
        </span>
        <span className="font-medium [overflow-wrap:anywhere]">
          {kind === 'business' ? (
            <TextLink to={`/admin/businesses/${id}`}>{name}</TextLink>
          ) : kind === 'user' ? (
            <TextLink to={`/admin/users/${id}`}>{name}</TextLink>
          ) : (
            name
          )}
        </span>
      </span>
      <StatusBadge status={status} />
    </li>
  )
}

function AdminDashboard() {
  const { data, error, refetch, isRefetching } = useQuery(routeQuery(getAdminDashboard, {}))
  if (!data) {
    return error ? (
      <FailedState
        message={texts.admin.dashboardFailed}
        onRetry={() => void refetch()}
        isRetrying={isRefetching}
      />
    ) : (
      <SectionSpinner />
    )
  }
  return (
    <div className="grid gap-6">
      {data.backupProblem && (
        <Banner tone="warning" action={<TextLink to="/admin/backups">Open Backups</TextLink>}>
          {data.backupProblem}
        </Banner>
      )}
      <AdminCounters dashboard={data} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <RecentEvents events={data.activity} />
        <QuickLinks />
      </div>
    </div>
  )
}
