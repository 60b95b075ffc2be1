import type { WebhookDelivery } from '@exempta/contract/webhooks'
import { Eye } from 'lucide-react'
import type { Column } from '../../ui/data-table-types.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { DeliveryState } from './delivery-state.tsx'
import { outcomeWords } from './words.ts'

export const deliveryColumns = (onOpen: (delivery: WebhookDelivery) => void): Column<WebhookDelivery>[] => [
  {
    key: 'type',
    header: 'Event',
    isPrimary: true,
    cell: (delivery) => (
      <button
        type="button"
        onClick={() => onOpen(delivery)}
        className="grid rounded-sm text-left [overflow-wrap:anywhere] hover:underline"
      >
        {delivery.type}
        {delivery.isRedelivery && (
          <span className="text-xs font-normal text-ink-muted">Sent again by hand</span>
        )}
      </button>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, attempts, lastStatusCode, lastFailure }) => (
      <span className="grid justify-items-start gap-0.5">
        <DeliveryState status={status} />
        {(attempts > 0 || lastFailure) && (
          <span className="text-xs text-ink-muted">{outcomeWords(lastStatusCode, lastFailure)}</span>
        )}
      </span>
    ),
  },
  { key: 'attempts', header: 'Tries', cell: ({ attempts }) => attempts },
  {
    key: 'created',
    header: 'Happened',
    cell: ({ createdAt }) => (
      <span className="whitespace-nowrap">
        <RelativeTime at={createdAt} />
      </span>
    ),
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'right',
    cell: (delivery) => (
      <IconButton
        label={`Open the delivery of ${delivery.type}`}
        icon={<Eye aria-hidden />}
        onClick={() => onOpen(delivery)}
      />
    ),
  },
]
