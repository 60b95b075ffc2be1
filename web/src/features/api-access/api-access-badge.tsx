import type { ApiAccessState } from '@exempta/contract/api-access'
import { Badge } from '../../ui/badge.tsx'
import { stateNames, stateTones } from './words.ts'

export const ApiAccessBadge = ({ state }: { state: ApiAccessState }) => (
  <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>
)
