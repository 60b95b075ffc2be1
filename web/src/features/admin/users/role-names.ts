import type { Role, UserStatus } from '@exempta/contract/people'

export const roleNames: Record<Role, string> = { user: 'User', business: 'Business', admin: 'Admin' }

export const roleOptions = [
  { value: 'user', label: roleNames.user },
  { value: 'business', label: roleNames.business },
  { value: 'admin', label: roleNames.admin },
] as const

const statusNames: Record<UserStatus, string> = {
  active: 'Active',
  inactive: 'Inactive',
  suspended: 'Suspended',
}

export const statusOptions = [
  { value: 'active', label: statusNames.active },
  { value: 'inactive', label: statusNames.inactive },
  { value: 'suspended', label: statusNames.suspended },
] as const
