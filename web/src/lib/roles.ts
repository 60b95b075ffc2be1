import type { Role } from '@exempta/contract/people'

/** The role whose area a path belongs to, or undefined for pages open to all. */
export function areaOf(pathname: string): Role | undefined {
  const [, first] = pathname.split('/')
  return first === 'user' || first === 'business' || first === 'admin' ? first : undefined
}

export const dashboardOf = (role: Role) => `/${role}/dashboard` as const
export const profileOf = (role: Role) => `/${role}/profile` as const
