import type { WebhookDeliveryState } from '@exempta/contract/webhooks'
import { CircleCheck, CircleX, Clock } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { stateWords } from './words.ts'

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
