import type { ApiAccessState, ApiKey } from '@exempta/contract/api/keys'
import { queryClient } from '../../../lib/query.ts'
import { Badge, type Tone } from '../../../ui/badge.tsx'

export const stateNames: Record<ApiAccessState, string> = {
  requested: 'Requested',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}

const stateTones: Record<ApiAccessState, Tone> = {
  requested: 'warning',
  approved: 'success',
  declined: 'danger',
  withdrawn: 'neutral',
}

export const scopeWords: Record<ApiKey['scopes'][number], { label: string; hint: string }> = {
  read: { label: 'Read', hint: 'View and download received documents, and list team members.' },
  review: { label: 'Review', hint: 'Verify and reject documents, and manage webhooks.' },
  'read-customers': { label: 'Read customers', hint: 'View customers with their contacts and addresses.' },
  'write-customers': { label: 'Write customers', hint: 'Add, change and delete customers.' },
}

export const lifeOptions = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
]

export type KeyState = 'active' | 'expired' | 'revoked'

export function keyState({ revokedAt, expiresAt }: ApiKey, now = Date.now()): KeyState {
  if (revokedAt) return 'revoked'
  return expiresAt && Date.parse(expiresAt) <= now ? 'expired' : 'active'
}

export const ApiAccessBadge = ({ state }: { state: ApiAccessState }) => (
  <Badge tone={stateTones[state]}>{stateNames[state]}</Badge>
)

export const refreshApiAccess = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['business'] })
