import type { ReportResult } from '@exempta/contract/reports'
import { BadgeCheck, CircleCheck, Rows3, Sigma } from 'lucide-react'
import { StatCard } from '../../../ui/stat-card.tsx'

const figure = (value: number | null) =>
  value === null ? '–' : value.toLocaleString(undefined, { maximumFractionDigits: 2 })

export function ReportSummary({ summary }: { summary: ReportResult['summary'] }) {
  if (!summary) return null
  const { total, processed, verified, aggregations } = summary
  return (
    <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      <StatCard label="Total" value={total} icon={<Rows3 aria-hidden />} />
      {processed !== undefined && (
        <StatCard label="Processed" value={processed} icon={<CircleCheck aria-hidden />} />
      )}
      {verified !== undefined && (
        <StatCard label="Verified" value={verified} icon={<BadgeCheck aria-hidden />} />
      )}
      {aggregations.map(({ alias, value }) => (
        <StatCard key={alias} label={alias} value={figure(value)} icon={<Sigma aria-hidden />} />
      ))}
    </div>
  )
}
