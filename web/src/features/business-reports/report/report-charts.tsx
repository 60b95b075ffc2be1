import type { BusinessReport } from '@exempta/contract/business-reports'
import { typeName } from '../../../lib/type-name.ts'
import { Card } from '../../../ui/card.tsx'
import { Chart } from '../../../ui/chart.tsx'

const count = [{ key: 'count', label: 'Documents' }]
const states = [
  { key: 'verified', label: 'Verified' },
  { key: 'pending', label: 'Pending' },
  { key: 'rejected', label: 'Rejected' },
]
const weekName = (day: string) =>
  new Date(day).toLocaleDateString(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' })

export function ReportCharts({ report: { outcome, weeks, types, pendingAges } }: { report: BusinessReport }) {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Card>
        <Chart
          kind="bar"
          title="Received per week"
          pointLabel="Week from"
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
          points={states.map(({ key, label }) => ({
            label,
            values: { count: outcome[key as keyof typeof outcome] },
          }))}
          series={count}
        />
      </Card>
      <Card>
        <Chart
          kind="bar"
          title="By type"
          pointLabel="Type"
          points={types.map(({ type, verified, pending, rejected }) => ({
            label: typeName(type),
            values: { verified, pending, rejected },
          }))}
          series={states}
        />
      </Card>
      <Card>
        <Chart
          kind="bar"
          title="Age of what is pending now"
          pointLabel="Waiting for"
          points={pendingAges.map(({ label, count: waiting }) => ({ label, values: { count: waiting } }))}
          series={count}
        />
      </Card>
    </div>
  )
}
