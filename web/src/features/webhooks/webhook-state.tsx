import type { Webhook } from '@exempta/contract/webhooks'
import { Ban, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'

export function WebhookState({ isActive, disabledAt, failingSince }: Webhook) {
  if (disabledAt) {
    return (
      <Badge tone="danger" icon={<Ban aria-hidden />}>
        Turned off after failing
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
