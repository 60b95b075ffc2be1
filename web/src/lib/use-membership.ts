import { useSessionState } from './session-store.ts'

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
