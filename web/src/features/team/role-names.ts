import type { MemberRole } from '@exempta/contract/businesses'

export const roleNames: Record<MemberRole, string> = { viewer: 'Viewer', manager: 'Manager' }

export const roleOptions = [
  { value: 'viewer', label: roleNames.viewer },
  { value: 'manager', label: roleNames.manager },
] as const
