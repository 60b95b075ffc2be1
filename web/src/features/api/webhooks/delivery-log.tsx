import {
  listWebhookDeliveries,
  type WebhookDelivery,
  webhookDeliveryStates,
  webhookEvents,
} from '@exempta/contract/webhooks'
import { useQuery } from '@tanstack/react-query'
import { Eye, Inbox, SearchX } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { useListState } from '../../../lib/list-state.ts'
import { listQuery } from '../../../lib/query.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ListView } from '../../../ui/list-view.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { DeliveryDetails } from './delivery-details.tsx'
import { DeliveryState, outcomeWords, stateWords } from './webhook-words.tsx'

const deliveryColumns = (onOpen: (delivery: WebhookDelivery) => void): Column<WebhookDelivery>[] => [
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

const shape = { filters: { status: webhookDeliveryStates, type: webhookEvents }, sortable: [] }
const stateOptions = webhookDeliveryStates.map((value) => ({ value, label: stateWords[value] }))
const typeOptions = webhookEvents.map((value) => ({ value, label: value }))

/** Everything that was sent, waits or was given up. It is fetched again while something waits. */
export function DeliveryLog({ webhookId, isAsked }: { webhookId: string; isAsked: boolean }) {
  const state = useListState(shape)
  const { filters, cursor } = state
  const status = webhookDeliveryStates.find((one) => one === filters.status)
  const type = webhookEvents.find((one) => one === filters.type)
  const list = useQuery({
    ...listQuery(listWebhookDeliveries, { params: { id: webhookId }, query: { status, type, cursor } }),
    enabled: isAsked,
    refetchInterval: ({ state: { data } }) =>
      data?.items.some((delivery) => delivery.status === 'pending') ? 3000 : 15_000,
  })
  const [openedId, setOpenedId] = useState<string>()
  const open = ({ id }: WebhookDelivery) => setOpenedId(id)
  const next = list.data?.nextCursor
  return (
    <>
      <ListView
        caption="Deliveries"
        columns={deliveryColumns(open)}
        rows={list.data?.items}
        rowId={({ id }) => id}
        toolbar={
          <>
            <FilterSelect
              label="Status"
              allLabel="All Status"
              value={filters.status}
              options={stateOptions}
              onChange={(value) => state.setFilter('status', value)}
            />
            <FilterSelect
              label="Event"
              allLabel="All Events"
              value={filters.type}
              options={typeOptions}
              onChange={(value) => state.setFilter('type', value)}
            />
          </>
        }
        empty={
          status || type ? (
            <EmptyState icon={<SearchX aria-hidden />} title="No delivery matches.">
              Choose All Status and All Events to see the others.
            </EmptyState>
          ) : (
            <EmptyState icon={<Inbox aria-hidden />} title="Nothing was sent yet.">
              Deliveries appear here as soon as something happens to a document that you received.
            </EmptyState>
          )
        }
        failure={
          list.error && !list.data
            ? {
                message: errorText(list.error),
                onRetry: () => void list.refetch(),
                isRetrying: list.isRefetching,
              }
            : undefined
        }
        paging={{
          pageNumber: state.pageNumber,
          onPrevious: state.goPrevious,
          onNext: next ? () => state.goNext(next) : undefined,
        }}
      />
      {openedId && (
        <DeliveryDetails
          key={openedId}
          webhookId={webhookId}
          deliveryId={openedId}
          onClose={() => setOpenedId(undefined)}
        />
      )}
    </>
  )
}
