import { type JobApplication, positions } from '@exempta/contract/applications'
import type { Column } from '../../ui/data-table-types.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { StateBadge } from './state-badge.tsx'

export const applicationColumns = (onOpen: (id: string) => void): Column<JobApplication>[] => [
  {
    key: 'name',
    header: 'Applicant',
    isPrimary: true,
    cell: ({ id, name, email }) => (
      <span className="grid justify-items-start [overflow-wrap:anywhere]">
        <button type="button" onClick={() => onOpen(id)} className="rounded-sm text-left hover:underline">
          {name}
        </button>
        <span className="text-xs font-normal text-ink-muted">{email}</span>
      </span>
    ),
  },
  { key: 'position', header: 'Position', cell: ({ position }) => positions[position] },
  {
    key: 'date',
    header: 'Date',
    isSortable: true,
    cell: ({ submittedAt }) => <RelativeTime at={submittedAt} />,
  },
  { key: 'state', header: 'State', cell: ({ state }) => <StateBadge state={state} /> },
]
