import { type Verdict, verdictWords } from '@exempta/contract/verdict'
import { CircleCheck, CirclePercent, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react'
import { Badge, type Tone } from '../../ui/badge.tsx'

/** Always an icon and a word: many people can't tell the colors apart. */
export const verdictLooks: Record<Verdict, { Icon: LucideIcon; tone: Tone; fill: string }> = {
  covered: { Icon: CircleCheck, tone: 'success', fill: 'bg-success' },
  'charge-part': { Icon: CirclePercent, tone: 'info', fill: 'bg-info' },
  check: { Icon: TriangleAlert, tone: 'warning', fill: 'bg-warning' },
  'not-covered': { Icon: CircleX, tone: 'danger', fill: 'bg-danger' },
}

export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  const { Icon, tone } = verdictLooks[verdict]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {verdictWords[verdict].title}
    </Badge>
  )
}
