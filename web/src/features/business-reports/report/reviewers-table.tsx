import type { BusinessReport } from '@exempta/contract/business-reports'
import { Card } from '../../../ui/card.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import type { Column } from '../../../ui/data-table-types.ts'
import { hoursWords } from './hours-words.ts'

type Reviewer = BusinessReport['reviewers'][number]
const formerName = 'Former members'

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
        empty={<p className="px-5 pb-5 text-ink-muted">Nothing was reviewed in this time.</p>}
      />
    </Card>
  )
}
