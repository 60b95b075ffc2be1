import {
  listWebhookDeliveries,
  type WebhookDelivery,
  webhookDeliveryStates,
  webhookEvents,
} from '@exempta/contract/api/webhooks'
import { Eye, Inbox, SearchX } from 'lucide-react'
import { useState } from 'react'
import { useList } from '../../../lib/list.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ListFilter, ListView } from '../../../ui/list-view.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { RelativeTime } from '../../../ui/text.tsx'
import { DeliveryDetails } from './delivery-details.tsx'
import { DeliveryState, outcomeWords, stateWords, waitWords } from './webhook-words.tsx'

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
        <span className="text-xs font-normal text-ink-muted">
          {delivery.documentName ?? 'No longer shared'}
          {delivery.isRedelivery && ' · Redelivered'}
        </span>
      </button>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, attempts, lastStatusCode, lastFailure, ...delivery }) => (
      <span className="grid justify-items-start gap-0.5">
        <DeliveryState status={status} />
        {(attempts > 0 || lastFailure) && (
          <span className="text-xs text-ink-muted">{outcomeWords(lastStatusCode, lastFailure)}</span>
        )}
        {waitWords(delivery) && <span className="text-xs text-ink-muted">{waitWords(delivery)}</span>}
      </span>
    ),
  },
  { key: 'attempts', header: 'Attempts', cell: ({ attempts }) => attempts },
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

const stateOptions = webhookDeliveryStates.map((value) => ({ value, label: stateWords[value] }))
const typeOptions = webhookEvents.map((value) => ({ value, label: value }))

/** Everything that was sent, waits or was given up. It is fetched again while something waits. */
export function DeliveryLog({ webhookId, isAsked }: { webhookId: string; isAsked: boolean }) {
  const list = useList(listWebhookDeliveries, {
    filters: { status: webhookDeliveryStates, type: webhookEvents },
    input: ({ filters, cursor }) => ({ params: { id: webhookId }, query: { ...filters, cursor } }),
    isEnabled: isAsked,
    refetchAfter: (page) => (page?.items.some((delivery) => delivery.status === 'pending') ? 3000 : 15_000),
  })
  const [openedId, setOpenedId] = useState<string>()
  const open = ({ id }: WebhookDelivery) => setOpenedId(id)
  return (
    <>
      <ListView
        caption="Deliveries"
        columns={deliveryColumns(open)}
        {...list.view}
        rowId={({ id }) => id}
        toolbar={
          <>
            <ListFilter
              list={list}
              name="status"
              label="Status"
              allLabel="All Status"
              options={stateOptions}
            />
            <ListFilter list={list} name="type" label="Event" allLabel="All Events" options={typeOptions} />
          </>
        }
        empty={
          list.isNarrowed ? (
            <EmptyState icon={<SearchX aria-hidden />} title="No deliveries found.">
              Choose All Status and All Events to see everything.
            </EmptyState>
          ) : (
            <EmptyState icon={<Inbox aria-hidden />} title="No deliveries yet.">
              Deliveries appear here as soon as something happens to a document you received.
            </EmptyState>
          )
        }
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
