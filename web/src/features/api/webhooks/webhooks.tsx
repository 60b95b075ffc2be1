import { getApiAccess } from '@exempta/contract/api/keys'
import { listWebhooks, type Webhook } from '@exempta/contract/api/webhooks'
import { useQuery } from '@tanstack/react-query'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { pageMeta } from '../../../lib/page-meta.ts'
import { routeQuery } from '../../../lib/query.ts'
import { Banner } from '../../../ui/banner.tsx'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState, FailedState } from '../../../ui/page-states.tsx'
import { SettingRow } from '../../../ui/setting-row.tsx'
import { TextLink } from '../../../ui/text.tsx'
import { WebhookState } from './webhook-words.tsx'

const AddWebhookDialog = onDemand(async () => (await import('./webhook-dialogs.tsx')).AddWebhookDialog)

const title = 'Webhooks'

export const meta = pageMeta(title)

export default function WebhooksPage() {
  const [isAdding, setAdding] = useState(false)
  const { data: access } = useQuery(routeQuery(getApiAccess, {}))
  return (
    <>
      <PageHeader
        title={title}
        description="We call your endpoint when a document is shared, reviewed, updated or no longer shared."
        breadcrumb={<Breadcrumb crumbs={[{ label: 'API', to: '/business/api' }, { label: title }]} />}
        actions={
          access?.state === 'approved' && (
            <Button onClick={() => setAdding(true)}>
              <Plus aria-hidden className="size-4" />
              Add Webhook
            </Button>
          )
        }
      />
      <div className="grid gap-6">
        {access && access.state !== 'approved' && (
          <Banner tone="info" title="Your business doesn’t have API access.">
            Webhooks are part of the API. <TextLink to="/business/api">Request API access</TextLink> first.
          </Banner>
        )}
        <Webhooks />
      </div>
      {isAdding && <AddWebhookDialog onClose={() => setAdding(false)} />}
    </>
  )
}

/** The webhooks of the business. */
function Webhooks() {
  const list = useQuery(routeQuery(listWebhooks, {}))
  if (list.error && !list.data) {
    return (
      <FailedState
        message={errorText(list.error)}
        onRetry={() => void list.refetch()}
        isRetrying={list.isRefetching}
      />
    )
  }
  if (!list.data) return <SectionSpinner />
  return (
    <Card title="Webhooks">
      {list.data.items.length === 0 ? (
        <EmptyState icon={<WebhookIcon aria-hidden />} title="No webhooks yet.">
          A webhook calls your endpoint as soon as a document is shared, reviewed or no longer shared.
        </EmptyState>
      ) : (
        list.data.items.map((webhook) => <WebhookRow key={webhook.id} {...webhook} />)
      )}
    </Card>
  )
}

function WebhookRow(webhook: Webhook) {
  const { id, url, description, events } = webhook
  return (
    <SettingRow
      title={<span className="[overflow-wrap:anywhere]">{url}</span>}
      badge={<WebhookState {...webhook} />}
      description={
        <>
          {description && <p>{description}</p>}
          <p className="text-xs [overflow-wrap:anywhere]">{events.join(', ')}</p>
        </>
      }
      actions={
        <LinkButton to={`/business/webhooks/${id}`} variant="secondary" aria-label={`Open ${url}`}>
          Open
        </LinkButton>
      }
    />
  )
}
