import {
  listWebhookDeliveries,
  type WebhookDelivery,
  webhookDeliveryStates,
  webhookEvents,
} from '@exempta/contract/webhooks'
import { useQuery } from '@tanstack/react-query'
import { Inbox, SearchX } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../lib/error-text.ts'
import { listQuery } from '../../lib/query.ts'
import { useListState } from '../../lib/use-list-state.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { ListView } from '../../ui/list-view.tsx'
import { deliveryColumns } from './delivery-columns.tsx'
import { DeliveryDetails } from './delivery-details.tsx'
import { stateWords } from './words.ts'

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
