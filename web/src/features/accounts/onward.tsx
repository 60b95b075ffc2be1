import { dashboardOf } from '../../lib/roles.ts'
import { useSessionState } from '../../lib/session-store.ts'
import { LinkButton } from '../../ui/link-button.tsx'

/** The way on from a page that stands outside: into the portal, or to login first. */
export function Onward() {
  const state = useSessionState()
  if (state.status !== 'signed-in') return <LinkButton to="/login">Log in</LinkButton>
  return <LinkButton to={dashboardOf(state.session.person.role)}>Go to my dashboard</LinkButton>
}
