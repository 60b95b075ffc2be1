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
  guest: 'Guest',
}

/** What an administrator can choose. People become guests only by sending a certificate without an account. */
export const chosenStatusOptions = [
  { value: 'active', label: statusNames.active },
  { value: 'inactive', label: statusNames.inactive },
  { value: 'suspended', label: statusNames.suspended },
] as const

const guestOption = { value: 'guest', label: statusNames.guest } as const

export const statusOptions = [...chosenStatusOptions, guestOption] as const

/** A guest can stay one. */
export const statusOptionsOf = (status: UserStatus) =>
  status === 'guest' ? statusOptions : chosenStatusOptions
