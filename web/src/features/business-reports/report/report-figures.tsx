import type { BusinessReport } from '@exempta/contract/business-reports'
import { CircleCheck, CircleX, FileInput, Timer } from 'lucide-react'
import { StatCard } from '../../../ui/stat-card.tsx'
import { hoursWords } from './hours-words.ts'

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
