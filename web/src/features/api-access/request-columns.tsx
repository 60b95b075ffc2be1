import type { ApiAccessRequest } from '@exempta/contract/api-access'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table-types.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { ApiAccessBadge } from './api-access-badge.tsx'

export const requestColumns = (onDecide: (request: ApiAccessRequest) => void): Column<ApiAccessRequest>[] => [
  {
    key: 'business',
    header: 'Business',
    isPrimary: true,
    cell: ({ business, requestedBy }) => (
      <span className="grid justify-items-start [overflow-wrap:anywhere]">
        <TextLink to={`/admin/businesses/${business.id}`}>{business.name}</TextLink>
        {requestedBy && <span className="text-xs font-normal text-ink-muted">{requestedBy}</span>}
      </span>
    ),
  },
  {
    key: 'purpose',
    header: 'Purpose',
    cell: ({ purpose, reason }) => (
      <span className="grid max-w-md gap-0.5 [overflow-wrap:anywhere]">
        {purpose}
        {reason && <span className="text-xs text-ink-muted">Our answer: {reason}</span>}
      </span>
    ),
  },
  { key: 'requested', header: 'Requested', cell: ({ requestedAt }) => <RelativeTime at={requestedAt} /> },
  { key: 'state', header: 'State', cell: ({ state }) => <ApiAccessBadge state={state} /> },
  {
    key: 'keys',
    header: 'Keys',
    cell: ({ keys, lastUsedAt }) => (
      <span className="grid">
        {keys}
        {lastUsedAt && (
          <span className="text-xs text-ink-muted">
            used <RelativeTime at={lastUsedAt} />
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    cell: (request) => (
      <Button
        size="sm"
        variant={request.state === 'requested' ? 'primary' : 'secondary'}
        aria-label={`${actionOf(request)} ${request.business.name}`}
        onClick={() => onDecide(request)}
      >
        {actionOf(request)}
      </Button>
    ),
  },
]

const actionOf = ({ state }: ApiAccessRequest) =>
  ({ requested: 'Decide', approved: 'Withdraw', declined: 'Approve', withdrawn: 'Approve' })[state]
