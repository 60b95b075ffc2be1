import {
  getWebhookDelivery,
  listWebhookDeliveries,
  redeliverWebhook,
  type WebhookAttempt,
  type WebhookDelivery,
  webhookDeliveryStates,
  webhookEvents,
} from '@exempta/contract/api/webhooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Eye, Inbox, RotateCw, SearchX } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { useList } from '../../../lib/list.ts'
import { routeMutation, routeQuery } from '../../../lib/query.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { SlideOver } from '../../../ui/dialogs.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { ListFilter, ListView } from '../../../ui/list-view.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { EmptyState } from '../../../ui/page-states.tsx'
import { RelativeTime } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toast.ts'
import { DeliveryState, outcomeWords, refreshWebhooks, stateWords, waitWords } from './webhook-words.tsx'

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
          {delivery.customerId ? 'Customer' : (delivery.documentName ?? 'No longer shared')}
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

interface DeliveryDetailsProps {
  webhookId: string
  deliveryId: string
  onClose: () => void
}

const text = 'rounded-control bg-subtle p-3 text-xs whitespace-pre-wrap [overflow-wrap:anywhere]'

/** One delivery: what is sent, and how each try ended. */
function DeliveryDetails({ webhookId, deliveryId, onClose }: DeliveryDetailsProps) {
  const params = { id: webhookId, deliveryId }
  const found = useQuery(routeQuery(getWebhookDelivery, { params }))
  const redeliver = useMutation({
    ...routeMutation(redeliverWebhook),
    onSuccess: async () => {
      toast.success('We’re sending the event again.')
      await refreshWebhooks()
      onClose()
    },
  })
  const delivery = found.data
  const failure = redeliver.error ?? (delivery ? null : found.error)
  return (
    <SlideOver
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Delivery"
      footer={
        delivery &&
        delivery.status !== 'pending' && (
          <Button isLoading={redeliver.isPending} onClick={() => redeliver.mutate({ params })}>
            <RotateCw aria-hidden className="size-4" />
            Redeliver
          </Button>
        )
      }
    >
      <div className="grid gap-5 p-5">
        {failure && <Banner tone="danger">{errorText(failure)}</Banner>}
        {!delivery && !failure && <SectionSpinner />}
        {delivery && (
          <>
            <Facts
              layout="rows"
              facts={[
                { label: 'Event', value: delivery.type },
                { label: 'Status', value: <DeliveryState status={delivery.status} /> },
                { label: 'Happened', value: <RelativeTime at={delivery.createdAt} /> },
                ...(delivery.nextTryAt
                  ? [{ label: 'Next attempt', value: <RelativeTime at={delivery.nextTryAt} /> }]
                  : []),
              ]}
            />
            <section className="grid gap-2">
              <h3 className="font-semibold">Body</h3>
              <pre className={text}>{JSON.stringify(delivery.event, null, 2)}</pre>
            </section>
            <section className="grid gap-2">
              <h3 className="font-semibold">Attempts</h3>
              {delivery.tries.length === 0 && <p className="text-ink-muted">None yet.</p>}
              <ol className="grid gap-4">
                {delivery.tries.map((attempt) => (
                  <Try key={attempt.at} {...attempt} />
                ))}
              </ol>
            </section>
          </>
        )}
      </div>
    </SlideOver>
  )
}

const Try = ({ at, statusCode, failure, durationMs, answer }: WebhookAttempt) => (
  <li className="grid gap-1">
    <p className="flex flex-wrap justify-between gap-x-4">
      <span className="font-medium">{outcomeWords(statusCode, failure)}</span>
      <span className="text-ink-muted">
        <RelativeTime at={at} />, {durationMs} ms
      </span>
    </p>
    {answer && <pre className={text}>{answer}</pre>}
  </li>
)
