import { Menu as MenuIcon, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
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

const sections = [
  { to: '/#features', label: 'Product' },
  { to: '/#for-businesses', label: 'For businesses' },
  { to: '/security', label: 'Security' },
  { to: '/help', label: 'Help' },
]

const linkLook =
  'rounded-control px-3 py-2 text-sm font-medium text-ink-muted hover:bg-subtle hover:text-ink whitespace-nowrap'

/** The same links behind one button on phones and tablets. It opens without scripts, too. */
function SiteMenu() {
  const menu = useRef<HTMLDetailsElement>(null)
  const close = () => menu.current?.removeAttribute('open')
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes when a link was followed, also to the same place
  useEffect(close, [key])
  useEffect(() => {
    const closeFromOutside = ({ target }: Event) => {
      if (!menu.current?.contains(target as Node)) menu.current?.removeAttribute('open')
    }
    const events = ['pointerdown', 'focusin'] as const
    for (const name of events) document.addEventListener(name, closeFromOutside)
    return () => {
      for (const name of events) document.removeEventListener(name, closeFromOutside)
    }
  }, [])
  return (
    <details
      ref={menu}
      onKeyDown={({ key: pressed }) => {
        if (pressed !== 'Escape') return
        close()
        menu.current?.querySelector('summary')?.focus()
      }}
      className="group relative lg:hidden"
    >
      <summary
        aria-label="Menu"
        className="inline-flex size-9 cursor-pointer list-none items-center justify-center rounded-control text-ink-muted hover:bg-subtle hover:text-ink [&::-webkit-details-marker]:hidden"
      >
        <MenuIcon aria-hidden className="size-5 group-open:hidden" />
        <X aria-hidden className="size-5 not-group-open:hidden" />
      </summary>
      <nav
        aria-label="Site"
        className="absolute top-full right-0 z-40 mt-2 grid min-w-48 rounded-card border border-line bg-raised p-1 shadow-float"
      >
        {sections.map(({ to, label }) => (
          <Link key={to} to={to} className={linkLook}>
            {label}
          </Link>
        ))}
      </nav>
    </details>
  )
}

export function PublicHeader() {
  const state = useSessionState()
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface/95 backdrop-blur">
      <div className="mx-auto flex h-16 max-w-[1200px] items-center justify-between gap-3 px-4 sm:px-6">
        <Link to="/" aria-label="Exempta home" className="inline-flex rounded-control">
          <Logo isShortOnPhones={state.status === 'signed-in'} />
        </Link>
        <nav aria-label="Site" className="flex gap-1 max-lg:hidden lg:mr-auto lg:ml-4">
          {sections.map(({ to, label }) => (
            <Link key={to} to={to} prefetch="intent" className={linkLook}>
              {label}
            </Link>
          ))}
        </nav>
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
          <SiteMenu />
        </div>
      </div>
    </header>
  )
}
