import type { BusinessMembership } from '@exempta/contract/businesses'
import type { Role } from '@exempta/contract/people'
import { useSessionState } from './session-store.ts'

/** The role whose area a path belongs to, or undefined for pages open to all. */
export function areaOf(pathname: string): Role | undefined {
  const [, first] = pathname.split('/')
  return first === 'user' || first === 'business' || first === 'admin' ? first : undefined
}

export const dashboardOf = (role: Role) => `/${role}/dashboard` as const
export const profileOf = (role: Role) => `/${role}/profile` as const

/** A member whose access is paused is outside the business. */
export const hasAccess = (business: BusinessMembership | null): business is BusinessMembership =>
  business?.memberStatus === 'active'

/** The own business, and what one may do there. For showing only: the server decides on every call. */
export function useMembership() {
  const state = useSessionState()
  const business = state.status === 'signed-in' ? state.session.person.business : null
  const isManager = business?.role === 'manager' && business.memberStatus === 'active'
  return {
    business,
    isManager,
    canReview: isManager && business.status === 'active',
    canInvite: isManager && business.status !== 'inactive',
  }
}
