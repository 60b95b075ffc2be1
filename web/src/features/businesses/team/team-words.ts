import type { MemberRole } from '@exempta/contract/businesses'
import { queryClient } from '../../../lib/query.ts'

export const roleNames: Record<MemberRole, string> = { viewer: 'Viewer', manager: 'Manager' }

export const roleOptions = [
  { value: 'viewer', label: roleNames.viewer },
  { value: 'manager', label: roleNames.manager },
] as const

/** The dashboard lists the team, too. */
export async function refreshTeam(): Promise<void> {
  await Promise.all(
    ['business', 'received'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })),
  )
}
