import { listWebhooks, type Webhook } from '@exempta/contract/api/webhooks'
import { useQuery } from '@tanstack/react-query'
import { Webhook as WebhookIcon } from 'lucide-react'
import { errorText } from '../../../lib/api-error.ts'
import { routeQuery } from '../../../lib/query.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { SectionSpinner } from '../../../ui/loading.tsx'
import { EmptyState, FailedState } from '../../../ui/page-states.tsx'
import { SettingRow } from '../../../ui/setting-row.tsx'
import { WebhookState } from './webhook-words.tsx'

/** The webhooks of the business. */
export function Webhooks() {
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
