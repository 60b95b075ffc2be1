import type { ApplicationState } from '@exempta/contract/applications'
import { CircleCheck, CircleX, Eye, type LucideIcon, Sparkle } from 'lucide-react'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { stateNames } from './words.ts'

const looks: Record<ApplicationState, { tone: Tone; Icon: LucideIcon }> = {
  new: { tone: 'info', Icon: Sparkle },
  'in-review': { tone: 'warning', Icon: Eye },
  accepted: { tone: 'success', Icon: CircleCheck },
  rejected: { tone: 'neutral', Icon: CircleX },
}

export function StateBadge({ state }: { state: ApplicationState }) {
  const { tone, Icon } = looks[state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {stateNames[state]}
    </Badge>
  )
}
