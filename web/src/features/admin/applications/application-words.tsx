import { type ApplicationState, applicationStates, positions } from '@exempta/contract/admin/applications'
import { CircleCheck, CircleX, Eye, type LucideIcon, Sparkle } from 'lucide-react'
import { Badge, type Tone } from '../../../ui/badge.tsx'

export const stateNames: Record<ApplicationState, string> = {
  new: 'New',
  'in-review': 'In review',
  accepted: 'Accepted',
  rejected: 'Rejected',
}

export const stateOptions = applicationStates.map((value) => ({ value, label: stateNames[value] }))
export const positionOptions = Object.entries(positions).map(([value, label]) => ({ value, label }))

const megabyte = 1024 * 1024

export const sizeInWords = (bytes: number) =>
  bytes < megabyte / 10
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / megabyte).toFixed(1)} MB`

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
