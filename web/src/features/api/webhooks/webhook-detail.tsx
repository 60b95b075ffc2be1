import {
  getWebhook,
  removeWebhook,
  rotateWebhookSecret,
  testWebhook,
  type Webhook,
  type WebhookAttempt,
} from '@exempta/contract/api/webhooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound, Pencil, Send, Trash2, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { call } from '../../../lib/api.ts'
import { errorText, isNotFound } from '../../../lib/api-error.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { queryClient, routeMutation, routeQuery } from '../../../lib/query.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog, Dialog } from '../../../ui/dialogs.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState, FailedState } from '../../../ui/page-states.tsx'
import { RelativeTime } from '../../../ui/text.tsx'
import { toast } from '../../../ui/toast.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { outcomeWords, refreshWebhooks, SecretShown, WebhookState } from './webhook-words.tsx'

const title = 'Webhook Detail'
const crumbs = [
  { label: 'API', to: '/business/api' },
  { label: 'Webhooks', to: '/business/webhooks' },
  { label: title },
]

export const meta = pageMeta(title)

export default function WebhookPage() {
  const { id = '' } = useParams()
  return (
    <>
      <PageHeader title={title} breadcrumb={<Breadcrumb crumbs={crumbs} />} />
      <WebhookDetail key={id} id={id} />
    </>
  )
}

const EditWebhookDialog = onDemand(async () => (await import('./webhook-dialogs.tsx')).EditWebhookDialog)

/** One webhook: what it is, what can be done with it, and everything that was sent. */
function WebhookDetail({ id }: { id: string }) {
  // While it is being removed nothing asks for it again: open pages learn of its end at once.
  const [isGoing, setGoing] = useState(false)
  const found = useQuery({ ...routeQuery(getWebhook, { params: { id } }), enabled: !isGoing })
  if (found.error && !found.data && isNotFound(found.error)) return <MissingWebhook />
  if (found.error && !found.data) {
    return (
      <FailedState
        message={errorText(found.error)}
        onRetry={() => void found.refetch()}
        isRetrying={found.isRefetching}
      />
    )
  }
  if (!found.data) return <SectionSpinner />
  return (
    <div className="grid gap-6">
      <WebhookCard webhook={found.data} onGoing={setGoing} />
      <section className="grid gap-4" aria-labelledby="deliveries">
        <h2 id="deliveries" className="text-lg font-semibold">
          Deliveries
        </h2>
        <DeliveryLog webhookId={id} isAsked={!isGoing} />
      </section>
    </div>
  )
}

const MissingWebhook = () => (
  <EmptyState
    icon={<WebhookIcon aria-hidden />}
    title="We couldn’t find this webhook"
    action={
      <LinkButton to="/business/webhooks" variant="secondary">
        Back to Webhooks
      </LinkButton>
    }
  >
    It may have been removed.
  </EmptyState>
)

type Open = 'edit' | 'rotate' | 'remove' | { secret: string } | undefined

/** What the endpoint answered to the test event. */
function TestOutcome({ attempt }: { attempt: WebhookAttempt }) {
  const { failure, statusCode, durationMs, answer } = attempt
  return (
    <div className="mt-5" aria-live="polite">
      <Banner
        tone={failure ? 'danger' : 'success'}
        title={failure ? 'The test event wasn’t accepted.' : 'The test event was accepted.'}
      >
        {outcomeWords(statusCode, failure)} after {durationMs} ms.
        {answer && (
          <code className="mt-2 block text-xs whitespace-pre-wrap [overflow-wrap:anywhere]">{answer}</code>
        )}
      </Banner>
    </div>
  )
}

function WebhookCard({ webhook, onGoing }: { webhook: Webhook; onGoing: (isGoing: boolean) => void }) {
  const { id, url, description, events, disabledAt, oldSecretUntil, createdAt } = webhook
  const [open, setOpen] = useState<Open>()
  const navigate = useNavigate()
  const test = useMutation({
    ...routeMutation(testWebhook),
    onError: (error) => toast.error(errorText(error)),
  })
  const close = () => setOpen(undefined)
  const closeWhen = (isOpen: boolean) =>
    !isOpen && setOpen((now) => (typeof now === 'object' ? now : undefined))
  async function rotate() {
    const { secret } = await call(rotateWebhookSecret, { params: { id } })
    setOpen({ secret })
    await refreshWebhooks()
  }
  async function remove() {
    onGoing(true)
    try {
      await call(removeWebhook, { params: { id } })
    } catch (error) {
      onGoing(false)
      throw error
    }
    toast.success('The webhook has been removed.')
    await navigate('/business/webhooks', { replace: true })
    queryClient.removeQueries({ queryKey: routeQuery(getWebhook, { params: { id } }).queryKey })
    await refreshWebhooks()
  }
  return (
    <Card title="Webhook">
      <div className="grid gap-5">
        {disabledAt && (
          <Banner tone="warning" title="Exempta turned this webhook off.">
            Your endpoint didn’t accept any event for three days. When it’s back, edit the webhook and make it
            active.
          </Banner>
        )}
        <Facts
          facts={[
            { label: 'Endpoint URL', value: <span className="[overflow-wrap:anywhere]">{url}</span> },
            { label: 'Status', value: <WebhookState {...webhook} /> },
            { label: 'Description', value: description || 'None' },
            { label: 'Added', value: <RelativeTime at={createdAt} /> },
            { label: 'Events', value: events.join(', ') },
            ...(oldSecretUntil
              ? [{ label: 'Old secret valid until', value: <RelativeTime at={oldSecretUntil} /> }]
              : []),
          ]}
        />
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            isLoading={test.isPending}
            onClick={() => test.mutate({ params: { id } })}
          >
            <Send aria-hidden className="size-4" />
            Send test event
          </Button>
          <Button variant="secondary" onClick={() => setOpen('edit')}>
            <Pencil aria-hidden className="size-4" />
            Edit
          </Button>
          <Button variant="secondary" onClick={() => setOpen('rotate')}>
            <KeyRound aria-hidden className="size-4" />
            New Secret
          </Button>
          <Button variant="secondary" onClick={() => setOpen('remove')}>
            <Trash2 aria-hidden className="size-4" />
            Remove
          </Button>
        </div>
      </div>
      {test.data && <TestOutcome attempt={test.data} />}
      {open === 'edit' && <EditWebhookDialog webhook={webhook} onClose={close} />}
      <ConfirmDialog
        isOpen={open === 'rotate'}
        onOpenChange={closeWhen}
        title="Create a new secret"
        question="For 24 hours, we sign events with both the new and the current secret. After that, only with the new one."
        subject={url}
        confirmLabel="Create New Secret"
        tone="primary"
        onConfirm={rotate}
      />
      <ConfirmDialog
        isOpen={open === 'remove'}
        onOpenChange={closeWhen}
        title="Remove webhook"
        question="We’ll stop sending events to this endpoint and delete its delivery log."
        subject={url}
        confirmLabel="Remove"
        onConfirm={remove}
      />
      {typeof open === 'object' && (
        <Dialog isOpen onOpenChange={close} title="New secret">
          <SecretShown secret={open.secret} onClose={close} />
        </Dialog>
      )}
    </Card>
  )
}
