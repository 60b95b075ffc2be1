import type { getBusinessDashboard } from '@exempta/contract/business-reports'
import type { RouteOutput } from '@exempta/contract/route'
import { ChartColumn, CircleCheck, Clock, FileInput, Users } from 'lucide-react'
import { Link } from 'react-router'
import { StatCard } from '../../../ui/stat-card.tsx'

type Counts = RouteOutput<typeof getBusinessDashboard>['counts']

/** Each figure leads to what it counts. */
export function BusinessCounters({ counts }: { counts: Counts | undefined }) {
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
        <span className="text-ink-muted">Outcome, time to review and more</span>
      </Link>
    </div>
  )
}
