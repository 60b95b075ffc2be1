import type { SignedInPerson } from '@exempta/contract/accounts'
import { QueryClientProvider } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation, useMatches } from 'react-router'
import { EmailVerificationBanner } from '../features/accounts/email-verification-banner.tsx'
import { BusinessStatusBanner } from '../features/businesses/profile/business-status-banner.tsx'
import { classNames } from '../lib/class-names.ts'
import { onDemand } from '../lib/on-demand.tsx'
import { queryClient } from '../lib/query.ts'
import { dashboardOf, hasAccess, profileOf } from '../lib/roles.ts'
import { loadSession } from '../lib/session-calls.ts'
import { FailedState } from '../ui/page-states.tsx'
import { PageBoundary } from './shell/page-boundary.tsx'
import { FullPageSpinner, mainId, SkipLink } from './shell/page-progress.tsx'
import { PortalHeader } from './shell/portal-header.tsx'
import { SideNavigation } from './shell/side-navigation.tsx'
import { SiteFooter } from './shell/site-footer.tsx'
import { useLiveUpdates } from './shell/use-live-updates.ts'
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
                  ? 'flex flex-col lg:h-[calc(100dvh-4rem)] lg:flex-none'
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
            {!isFullHeight && <SiteFooter showsVersion />}
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
