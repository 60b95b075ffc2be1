import {
  listWebhooks,
  type Webhook,
  type WebhookDelivery,
  type WebhookDeliveryState,
  type WebhookEventType,
  type WebhookFailure,
} from '@exempta/contract/api/webhooks'
import { Ban, CircleCheck, CircleDashed, CircleX, Clock, TriangleAlert } from 'lucide-react'
import { queryClient } from '../../../lib/query.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'

export const eventWords: Record<WebhookEventType, string> = {
  'document.received': 'A document was shared with you',
  'document.verified': 'A document was verified',
  'document.rejected': 'A document was rejected',
  'document.updated': 'A document was updated or needs review again',
  'document.revoked': 'A document is no longer shared',
  'exemption.confirmed': 'A customer confirmed what a certificate says',
  'exemption.withdrawn': 'What a certificate says is no longer confirmed',
  'coverage.changed': 'What a certificate covers has changed',
  'request.received': 'A customer sent a certificate that you asked for',
  'customer.changed': 'A customer’s record was added, changed or deleted',
}

export const stateWords: Record<WebhookDeliveryState, string> = {
  pending: 'Pending',
  delivered: 'Delivered',
  dead: 'Failed',
}

const failureText: Record<WebhookFailure, string> = {
  'address-not-allowed': 'The URL can’t be used',
  'name-not-found': 'The host wasn’t found',
  'not-reachable': 'We couldn’t reach the endpoint',
  'not-secure': 'We couldn’t make a secure connection',
  'timed-out': 'No response within 10 seconds',
  refused: 'The endpoint didn’t accept it',
  'turned-off': 'The webhook was turned off',
}

/** Why a delivery has not been sent yet. */
export function waitWords({
  waitsFor,
  nextTryAt,
}: Pick<WebhookDelivery, 'waitsFor' | 'nextTryAt'>): string | undefined {
  if (waitsFor === 'earlier-event') return 'Waits for an earlier event about this document'
  if (waitsFor === 'queue') return 'Waits for its turn'
  if (waitsFor === 'retry' && nextTryAt) {
    return `Next attempt at ${new Date(nextTryAt).toLocaleTimeString(undefined, { timeStyle: 'short' })}`
  }
  return undefined
}

/** How a try ended, in words and by the number of the answer where there was one. */
export function outcomeWords(statusCode: number | null, failure: WebhookFailure | null): string {
  const words = failure ? failureText[failure] : 'Accepted'
  return statusCode === null ? words : `${words} (${statusCode})`
}

export function WebhookState({ isActive, disabledAt, failingSince }: Webhook) {
  if (disabledAt) {
    return (
      <Badge tone="danger" icon={<Ban aria-hidden />}>
        Turned off after failures
      </Badge>
    )
  }
  if (!isActive) {
    return (
      <Badge tone="neutral" icon={<CircleDashed aria-hidden />}>
        Off
      </Badge>
    )
  }
  if (failingSince) {
    return (
      <Badge tone="warning" icon={<TriangleAlert aria-hidden />}>
        Failing
      </Badge>
    )
  }
  return (
    <Badge tone="success" icon={<CircleCheck aria-hidden />}>
      Active
    </Badge>
  )
}

const looks = {
  pending: { tone: 'warning', Icon: Clock },
  delivered: { tone: 'success', Icon: CircleCheck },
  dead: { tone: 'danger', Icon: CircleX },
} as const

export function DeliveryState({ status }: { status: WebhookDeliveryState }) {
  const { tone, Icon } = looks[status]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {stateWords[status]}
    </Badge>
  )
}

/** The list, each webhook and each log: their addresses begin alike. */
export const refreshWebhooks = (): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [, path] }) => typeof path === 'string' && path.startsWith(listWebhooks.path),
  })

/** The only time that a secret is on a page. */
export function SecretShown({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <div className="grid gap-4 pb-4">
      <Banner tone="warning" title="Copy the secret now.">
        We won’t show it again. Use it to check that events come from Exempta.
      </Banner>
      <div className="grid gap-2 rounded-control bg-subtle p-3">
        <code className="text-sm [overflow-wrap:anywhere] select-all">{secret}</code>
        <div>
          <CopyButton text={secret} label="Copy secret" />
        </div>
      </div>
      <div className="flex justify-end">
        <Button onClick={onClose}>Done</Button>
      </div>
    </div>
  )
}
