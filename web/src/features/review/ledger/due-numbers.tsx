import { type DueVerification, listDueVerifications } from '@exempta/contract/review/verifications'
import { stateNames } from '@exempta/contract/states'
import { CalendarCheck } from 'lucide-react'
import { formatDay } from '../../../lib/format.ts'
import { useList } from '../../../lib/list.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { ListView } from '../../../ui/list-view.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { TextLink } from '../../../ui/text.tsx'

const columns: Column<DueVerification>[] = [
  {
    key: 'customer',
    header: 'Customer',
    isPrimary: true,
    cell: ({ customer, receivedId }) => (
      <TextLink to={`/business/documents/${receivedId}`}>{customer}</TextLink>
    ),
  },
  { key: 'state', header: 'State', cell: ({ state }) => stateNames[state] ?? state },
  {
    key: 'number',
    header: 'Number',
    cell: ({ number }) => <span className="[overflow-wrap:anywhere]">{number}</span>,
  },
  { key: 'checked', header: 'Last checked', cell: ({ checkedOn }) => formatDay(checkedOn) },
  { key: 'due', header: 'Due', cell: ({ dueOn }) => formatDay(dueOn) },
]

/** Numbers to look up again by the end of this month. */
export function DueNumbers() {
  const list = useList(listDueVerifications, {
    filters: {},
    input: ({ cursor }) => ({ query: { cursor } }),
  })
  return (
    <ListView
      caption="Due this month"
      columns={columns}
      {...list.view}
      rowId={({ id }) => id}
      toolbar={
        <p className="text-sm text-ink-muted">Look these numbers up again by the end of this month.</p>
      }
      empty={
        <EmptyState icon={<CalendarCheck aria-hidden />} title="No numbers are due this month.">
          Numbers that you’ve looked up appear here when it’s time to check them again.
        </EmptyState>
      }
    />
  )
}
