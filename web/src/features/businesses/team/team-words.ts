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

/** What each role may do. */
export const roleWords =
  'Viewers may view and download documents and work at the counter. Managers may also invite users and manage documents.'
