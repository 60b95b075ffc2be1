import { getWebhookDelivery, redeliverWebhook, type WebhookAttempt } from '@exempta/contract/api/webhooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { errorText } from '../../../lib/api-error.ts'
import { routeMutation, routeQuery } from '../../../lib/query.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { SlideOver } from '../../../ui/dialogs.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { RelativeTime } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toast.ts'
import { DeliveryState, outcomeWords, refreshWebhooks } from './webhook-words.tsx'

interface DeliveryDetailsProps {
  webhookId: string
  deliveryId: string
  onClose: () => void
}

const text = 'rounded-control bg-subtle p-3 text-xs whitespace-pre-wrap [overflow-wrap:anywhere]'

/** One delivery: what is sent, and how each try ended. */
export function DeliveryDetails({ webhookId, deliveryId, onClose }: DeliveryDetailsProps) {
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
