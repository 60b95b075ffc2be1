import type { SignedInPerson } from '@exempta/contract/accounts'
import type { Person } from '@exempta/contract/people'
import { QueryClientProvider } from '@tanstack/react-query'
import { Menu as MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { Link, Navigate, Outlet, useLocation, useMatches } from 'react-router'
import { EmailVerificationBanner } from '../features/accounts/email-verification-banner.tsx'
import { BusinessStatusBanner } from '../features/businesses/profile/business-status-banner.tsx'
import { classNames } from '../lib/class-names.ts'
import type { LiveHandlers } from '../lib/live.ts'
import { onDemand } from '../lib/on-demand.tsx'
import { queryClient } from '../lib/query.ts'
import { dashboardOf, hasAccess, profileOf } from '../lib/roles.ts'
import { loadSession, sessionKnown } from '../lib/session-calls.ts'
import { useLiveStream } from '../lib/use-live.ts'
import { PlainIconButton } from '../ui/icon-button.tsx'
import { Logo } from '../ui/logo.tsx'
import { FailedState } from '../ui/page-states.tsx'
import { ThemeToggle } from '../ui/theme-choice.tsx'
import { AccountTools } from './shell/account-tools.tsx'
import { PageBoundary } from './shell/page-boundary.tsx'
import { FullPageSpinner, mainId, SkipLink } from './shell/page-progress.tsx'
import { MobileNavigation, SideNavigation } from './shell/side-navigation.tsx'
import { WorkFooter } from './shell/site-footer.tsx'
import { type GuardedHandle, useSessionGuard } from './shell/use-session-guard.ts'

const AgentAlerts = onDemand(async () => (await import('../features/chat/agent-alerts.tsx')).AgentAlerts)

const OwnNameBanner = onDemand(
  async () => (await import('../features/accounts/own-name-banner.tsx')).OwnNameBanner,
)
const NoAccess = onDemand(async () => (await import('../features/businesses/profile/no-access.tsx')).NoAccess)
const InactiveBusiness = onDemand(
  async () => (await import('../features/businesses/profile/no-access.tsx')).InactiveBusiness,
)
const FinishSetup = onDemand(
  async () => (await import('./finish-setup.tsx')).FinishSetup,
  <FullPageSpinner />,
)

/** The one page that opens without the server: cashiers go on selling. */
const OfflineCounterPage = onDemand(
  async () => (await import('../features/coverage/offline-counter.tsx')).OfflineCounterPage,
  <FullPageSpinner />,
)

/** Everything behind sign-in: guard, header, side navigation, page, footer. */
export default function PortalLayout() {
  const verdict = useSessionGuard()
  const { pathname } = useLocation()
  if (verdict.kind === 'wait') return <FullPageSpinner />
  if (verdict.kind === 'redirect') {
    return <Navigate replace to={verdict.to} state={verdict.message ? { message: verdict.message } : null} />
  }
  if (verdict.kind === 'failed') {
    if (pathname === '/business/counter') return <OfflineCounterPage onRetry={() => void loadSession()} />
    return (
      <main className="mx-auto max-w-xl px-4 py-24">
        <FailedState message={verdict.message} onRetry={() => void loadSession()} />
      </main>
    )
  }
  if (verdict.kind === 'duty') {
    return <FinishSetup duty={verdict.duty} />
  }
  return <Portal person={verdict.person} />
}

function Portal({ person }: { person: SignedInPerson }) {
  const { pathname } = useLocation()
  const handle = useMatches().at(-1)?.handle as GuardedHandle | undefined
  const isFullHeight = handle?.isFullHeight ?? false
  useLiveUpdates(person)
  return (
    <QueryClientProvider client={queryClient}>
      {person.role === 'admin' && <AgentAlerts />}
      <SkipLink />
      <div className="flex min-h-dvh flex-col text-sm">
        <PortalHeader person={person} />
        <div className="flex flex-1">
          <aside className="hidden w-60 shrink-0 bg-nav md:block">
            <div className="sticky top-16 max-h-[calc(100dvh-4rem)] overflow-y-auto">
              <SideNavigation role={person.role} />
            </div>
          </aside>
          <div className="flex min-w-0 flex-1 flex-col">
            {/* As high as the screen below the header: whatever loads, the footer does not move in view. */}
            <main
              id={mainId}
              tabIndex={-1}
              className={classNames(
                'min-h-[calc(100dvh-4rem)] flex-1 outline-none',
                isFullHeight
                  ? 'flex flex-col lg:h-[calc(100dvh-4rem)] lg:min-h-0 lg:flex-none lg:in-data-demo:h-[calc(100dvh-5.5rem)]'
                  : 'px-4 py-6 md:px-8 md:py-8',
              )}
            >
              <div className={isFullHeight ? 'contents [&>[role=status]]:m-2' : 'mx-auto max-w-[1200px]'}>
                {person.isAskedForName && <OwnNameBanner key={person.id} person={person} />}
                {!person.isEmailVerified && <EmailVerificationBanner person={person} />}
                <PageBoundary page={`${pathname} ${person.business?.memberStatus}`}>
                  {person.role === 'business' ? (
                    <BusinessArea business={person.business} pathname={pathname} />
                  ) : (
                    <Outlet />
                  )}
                </PageBoundary>
              </div>
            </main>
            {!isFullHeight && <WorkFooter />}
          </div>
        </div>
      </div>
    </QueryClientProvider>
  )
}

interface BusinessAreaProps {
  business: SignedInPerson['business']
  pathname: string
}

/** The pages of a business for those who may see them. Others, and members of an inactive business, are told so. */
function BusinessArea({ business, pathname }: BusinessAreaProps) {
  if (!hasAccess(business))
    return pathname === profileOf('business') ? <Outlet /> : <NoAccess business={business} />
  if (business.status === 'inactive' && pathname === dashboardOf('business')) {
    return <InactiveBusiness business={business} />
  }
  return (
    <>
      {business.status !== 'active' && <BusinessStatusBanner status={business.status} />}
      <Outlet />
    </>
  )
}

function PortalHeader({ person }: { person: Person }) {
  const [isMenuOpen, setMenuOpen] = useState(false)
  return (
    <header className="sticky top-0 z-30 flex h-16 border-b border-line bg-surface">
      <div className="flex items-center gap-1 pl-2 md:-mb-px md:w-60 md:border-b md:border-nav-line md:bg-nav md:pl-5">
        <PlainIconButton
          label="Open menu"
          aria-haspopup="dialog"
          aria-expanded={isMenuOpen}
          icon={<MenuIcon aria-hidden />}
          onClick={() => setMenuOpen(true)}
          className="md:hidden"
        />
        <Link
          to="/"
          aria-label="Exempta home"
          className="inline-flex rounded-control focus-visible:outline-teal-500"
        >
          <span className="flex md:hidden">
            <Logo />
          </span>
          <span className="flex max-md:hidden">
            <Logo isOnNavy />
          </span>
        </Link>
      </div>
      <div className="flex flex-1 items-center justify-end gap-0.5 pr-1 sm:gap-2 sm:px-6">
        <ThemeToggle className="max-sm:hidden" />
        <AccountTools person={person} />
      </div>
      {isMenuOpen && <MobileNavigation role={person.role} onClose={() => setMenuOpen(false)} />}
    </header>
  )
}

const settleMs = 50
let isRefreshing = false

/** The streams of a page begin together: what is shown is fetched again once, not once for each. */
function refreshAll() {
  if (isRefreshing) return
  isRefreshing = true
  setTimeout(() => {
    isRefreshing = false
    void queryClient.invalidateQueries()
  }, settleMs)
}

/** What the profile shows of an account is fetched by routes with names of their own. */
const ofAccount = ['profile', 'sessions', 'two-factor'] as const

const handlers: LiveHandlers = {
  onStale: refreshAll,
  onEvent({ name, payload }) {
    if (name !== 'changed') return
    const { topic } = payload
    // A person who just lost access must not ask for what the page still shows: it goes away with the new session.
    const known = topic === 'account' ? loadSession() : sessionKnown()
    void known.then(() => {
      for (const shown of topic === 'account' ? ofAccount : [topic]) {
        void queryClient.invalidateQueries({ queryKey: [shown] })
      }
    })
  },
}

/** Keeps what is on screen fresh: a live event of a topic makes that topic's queries fetch again. */
function useLiveUpdates({ id, role, business }: SignedInPerson) {
  useLiveStream('everybody', handlers)
  useLiveStream(`role:${role}`, handlers)
  useLiveStream(`person:${id}`, handlers)
  useLiveStream(business && `business:${business.id}`, handlers)
}
