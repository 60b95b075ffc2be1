import type { BusinessReport } from '@exempta/contract/businesses/reports'
import { CircleCheck, CircleX, FileInput, Timer } from 'lucide-react'
import { Card } from '../../../ui/card.tsx'
import { Chart } from '../../../ui/chart.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { StatCard } from '../../../ui/stat-card.tsx'

export function ReportFigures({ report: { total, outcome, medianReviewHours } }: { report: BusinessReport }) {
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <StatCard label="Received" value={total} icon={<FileInput aria-hidden />} />
      <StatCard label="Verified" value={outcome.verified} icon={<CircleCheck aria-hidden />} />
      <StatCard label="Rejected" value={outcome.rejected} icon={<CircleX aria-hidden />} />
      <StatCard
        label="Median time to review"
        value={hoursWords(medianReviewHours)}
        icon={<Timer aria-hidden />}
      />
    </div>
  )
}

type Reviewer = BusinessReport['reviewers'][number]
const formerName = 'Former team members'

const columns: Column<Reviewer>[] = [
  { key: 'name', header: 'Reviewer', isPrimary: true, cell: ({ name }) => name ?? formerName },
  { key: 'verified', header: 'Verified', align: 'right', cell: ({ verified }) => verified.toLocaleString() },
  { key: 'rejected', header: 'Rejected', align: 'right', cell: ({ rejected }) => rejected.toLocaleString() },
  {
    key: 'median',
    header: 'Median time',
    align: 'right',
    cell: ({ medianReviewHours }) => hoursWords(medianReviewHours),
  },
]

export function ReviewersTable({ reviewers }: { reviewers: readonly Reviewer[] }) {
  return (
    <Card title="By reviewer" isFlush>
      <DataTable
        caption="By reviewer"
        columns={columns}
        rows={reviewers}
        rowId={(reviewer) => `${reviewer.name} ${reviewers.indexOf(reviewer)}`}
        empty={<p className="px-5 pb-5 text-ink-muted">Nothing was reviewed in this period.</p>}
      />
    </Card>
  )
}

const count = [{ key: 'count', label: 'Documents' }]
/** In the colors of their badges. */
const outcomes = [
  { key: 'verified', label: 'Verified', tone: 'success' },
  { key: 'pending', label: 'Pending', tone: 'warning' },
  { key: 'rejected', label: 'Rejected', tone: 'danger' },
] as const
const weekName = (day: string) =>
  new Date(day).toLocaleDateString(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })

export function ReportCharts({ report: { outcome, weeks, forms, pendingAges } }: { report: BusinessReport }) {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Card>
        <Chart
          kind="bar"
          title="Received per week"
          pointLabel="Week of"
          points={weeks.map(({ start, received }) => ({
            label: weekName(start),
            values: { count: received },
          }))}
          series={count}
        />
      </Card>
      <Card>
        <Chart
          kind="donut"
          title="Review outcome"
          pointLabel="Outcome"
          points={outcomes.map(({ key, label, tone }) => ({ label, tone, values: { count: outcome[key] } }))}
          series={count}
        />
      </Card>
      <Card>
        <Chart
          kind="bar"
          title="By type"
          pointLabel="Type"
          points={forms.map(({ name, verified, pending, rejected }) => ({
            label: name ?? 'Not confirmed',
            values: { verified, pending, rejected },
          }))}
          series={outcomes}
        />
      </Card>
      <Card>
        <Chart
          kind="bar"
          title="Age of pending documents"
          pointLabel="Waiting for"
          points={pendingAges.map(({ label, count: waiting }) => ({ label, values: { count: waiting } }))}
          series={count}
        />
      </Card>
    </div>
  )
}

const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const counted = (count: number, unit: string) =>
  `${oneDecimal.format(count)} ${unit}${count === 1 ? '' : 's'}`
const rounded = (value: number) => Math.round(value * 10) / 10

/** A length of time in the unit that suits it. */
export function hoursWords(hours: number | null): string {
  if (hours === null) return '–'
  if (hours < 1) return counted(Math.max(1, Math.round(hours * 60)), 'minute')
  return hours < 48 ? counted(rounded(hours), 'hour') : counted(rounded(hours / 24), 'day')
}
