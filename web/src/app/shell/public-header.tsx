import { Link } from 'react-router'
import { onDemand } from '../../lib/on-demand.tsx'
import { dashboardOf } from '../../lib/roles.ts'
import { useSessionState } from '../../lib/session-store.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Logo } from '../../ui/logo.tsx'
import { ThemeToggle } from '../../ui/theme-choice.tsx'

// Only for people who are signed in: guests do not download what serves the bell and the menu.
const AccountTools = onDemand(
  async () => (await import('./account-tools.tsx')).AccountTools,
  <span className="w-28" />,
)

export function PublicHeader() {
  const state = useSessionState()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface/95 backdrop-blur">
      <div className="mx-auto flex h-16 max-w-[1200px] items-center justify-between gap-3 px-4 sm:px-6">
        <Link to="/" aria-label="Exempta home" className="inline-flex rounded-control">
          <Logo isShortOnPhones={state.status === 'signed-in'} />
        </Link>
        <div className="flex items-center gap-1 sm:gap-2">
          <ThemeToggle className="max-sm:hidden" />
          {state.status === 'signed-in' ? (
            <>
              <LinkButton to={dashboardOf(state.session.person.role)} size="sm">
                Go to Portal
              </LinkButton>
              {!state.session.duty && <AccountTools person={state.session.person} />}
            </>
          ) : (
            <>
              <LinkButton to="/login" variant="ghost" size="sm">
                Login
              </LinkButton>
              <LinkButton to="/register" size="sm">
                Register
              </LinkButton>
            </>
          )}
        </div>
      </div>
    </header>
  )
}
