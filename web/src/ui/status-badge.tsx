import {
  Archive,
  Ban,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  LoaderCircle,
  type LucideIcon,
  TimerOff,
  Undo2,
} from 'lucide-react'
import { Badge, type Tone } from './badge.tsx'

const looks: Record<string, { tone: Tone; Icon: LucideIcon }> = {
  processing: { tone: 'info', Icon: LoaderCircle },
  processed: { tone: 'success', Icon: CircleCheck },
  failed: { tone: 'danger', Icon: CircleX },
  pending: { tone: 'warning', Icon: Clock },
  verified: { tone: 'success', Icon: CircleCheck },
  rejected: { tone: 'danger', Icon: CircleX },
  revoked: { tone: 'neutral', Icon: Undo2 },
  expired: { tone: 'neutral', Icon: TimerOff },
  active: { tone: 'success', Icon: CircleCheck },
  inactive: { tone: 'neutral', Icon: CircleDashed },
  queued: { tone: 'info', Icon: Clock },
  kept: { tone: 'neutral', Icon: Archive },
  sent: { tone: 'success', Icon: CircleCheck },
  refused: { tone: 'warning', Icon: Ban },
  suspended: { tone: 'danger', Icon: Ban },
}

/** A status by icon, word and colour; the same look for the same word on every page. */
export function StatusBadge({ status }: { status: string }) {
  const { tone, Icon } = looks[status] ?? { tone: 'neutral' as const, Icon: CircleDashed }
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {status.charAt(0).toUpperCase() + status.slice(1)}
    </Badge>
  )
}
