import { lazy, Suspense } from 'react'
import { Navigate, useLocation } from 'react-router'
import { pageMeta } from '../../../lib/page-meta.ts'
import { dashboardOf } from '../../../lib/roles.ts'
import { useSessionState } from '../../../lib/session-store.ts'
import { AccountCard } from '../../../ui/account-card.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

const SetupForm = lazy(async () => ({
  default: (await import('../../../features/accounts/index.ts')).SetupForm,
}))

export const meta = pageMeta('Set up Exempta')

export default function SetupPage() {
  const state = useSessionState()
  // After the #, so that the secret reaches no server log and no referrer.
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token')
  if (state.status === 'signed-in') return <Navigate replace to={dashboardOf(state.session.person.role)} />
  return (
    <AccountCard title="Set up Exempta" description="Create the first administrator of this installation.">
      {token ? (
        <Suspense fallback={<Spinner label="Loading…" />}>
          <SetupForm token={token} />
        </Suspense>
      ) : (
        <Banner tone="warning">
          This page needs the one-time link that the program prints on its console at the first start.
        </Banner>
      )}
    </AccountCard>
  )
}
