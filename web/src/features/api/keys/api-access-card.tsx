import { type ApiAccess, getApiAccess } from '@exempta/contract/api/keys'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import { onDemand } from '../../../lib/on-demand.tsx'
import { routeQuery } from '../../../lib/query.ts'
import { useMembership } from '../../../lib/roles.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { FailedState } from '../../../ui/page-states.tsx'
import { ApiAccessBadge } from './api-access-words.tsx'

const RequestDialog = onDemand(async () => (await import('./key-dialogs.tsx')).RequestDialog)

/** The status of the business's API access, and the next step. */
export function ApiAccessCard() {
  const { isManager } = useMembership()
  const [isAsking, setAsking] = useState(false)
  const { data, error, refetch, isRefetching } = useQuery(routeQuery(getApiAccess, {}))
  return (
    <Card
      title="API Access"
      description="Connect your own systems to read and review the documents you receive."
      actions={data?.state ? <ApiAccessBadge state={data.state} /> : undefined}
    >
      {data ? (
        <div className="grid justify-items-start gap-4">
          <p className="whitespace-pre-line text-ink-muted">{textOf(data, isManager)}</p>
          {isManager && <NextStep access={data} onAsk={() => setAsking(true)} />}
        </div>
      ) : error ? (
        <FailedState message={errorText(error)} onRetry={() => void refetch()} isRetrying={isRefetching} />
      ) : (
        <Skeleton className="h-16" label="Loading API access" />
      )}
      {isAsking && <RequestDialog onClose={() => setAsking(false)} />}
    </Card>
  )
}

function NextStep({ access: { state }, onAsk }: { access: ApiAccess; onAsk: () => void }) {
  if (state === 'approved') {
    return (
      <LinkButton to="/business/api" variant="secondary">
        Manage API Keys
      </LinkButton>
    )
  }
  return state === 'requested' ? null : <Button onClick={onAsk}>Request API Access</Button>
}

function textOf({ state, reason }: ApiAccess, isManager: boolean): string {
  const why = reason ? ` Reason: ${reason}` : ''
  switch (state) {
    case 'requested':
      return 'Our administrators are reviewing your request. We’ll notify you when they decide.'
    case 'approved':
      return isManager
        ? 'Create API keys, and revoke those you no longer need.'
        : 'Managers can create API keys.'
    case 'declined':
      return `Your request was declined.${why}`
    case 'withdrawn':
      return `Your access was withdrawn and all keys were revoked.${why}`
    default:
      return isManager
        ? 'An administrator reviews your request. Then you can create keys yourself.'
        : 'A manager of your business can request it.'
  }
}
