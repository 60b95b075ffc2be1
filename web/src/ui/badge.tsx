import {
  Archive,
  Ban,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  LoaderCircle,
  Lock,
  type LucideIcon,
  TimerOff,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../lib/class-names.ts'

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info'

const tones: Record<Tone, string> = {
  neutral: 'bg-subtle text-ink',
  accent: 'bg-accent-soft text-accent-ink',
  success: 'bg-success-soft text-success-ink',
  warning: 'bg-warning-soft text-warning-ink',
  danger: 'bg-danger-soft text-danger-ink',
  info: 'bg-info-soft text-info-ink',
}

/** A short word about a state: always with a word, and an icon where states are compared. */
export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: Tone
  icon?: ReactNode
  children: ReactNode
}) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3.5',
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  )
}

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
  locked: { tone: 'warning', Icon: Lock },
  suspended: { tone: 'danger', Icon: Ban },
}

/** The tone of a status; undefined for other words. */
export const toneOf = (status: string): Tone | undefined => looks[status]?.tone

/** A status by icon, word and colour; the same look for the same word on every page. */
export function StatusBadge({ status }: { status: string }) {
  const { tone, Icon } = looks[status] ?? { tone: 'neutral' as const, Icon: CircleDashed }
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {status.charAt(0).toUpperCase() + status.slice(1)}
    </Badge>
  )
}
