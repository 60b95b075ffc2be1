import type { MemberRole } from '@exempta/contract/businesses'

export const memberRoleNames: Record<MemberRole, string> = { viewer: 'Viewer', manager: 'Manager' }

export const memberRoleOptions = [
  { value: 'viewer', label: memberRoleNames.viewer },
  { value: 'manager', label: memberRoleNames.manager },
] as const
