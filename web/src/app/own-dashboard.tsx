import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { dashboardOf } from '../lib/roles.ts'
import { loadSession } from '../lib/session-calls.ts'
import { useSessionState } from '../lib/session-store.ts'
import { FailedState } from '../ui/page-states.tsx'
import { FullPageSpinner } from './shell/page-progress.tsx'

/** `/dashboard` and `/admin`: asks the server who is signed in, then opens that role's dashboard. */
export default function OwnDashboard() {
  const state = useSessionState()
  useEffect(() => {
    void loadSession()
  }, [])
  if (state.status === 'unknown') return <FullPageSpinner />
  if (state.status === 'guest') return <Navigate replace to="/login" />
  if (state.status === 'signed-in') return <Navigate replace to={dashboardOf(state.session.person.role)} />
  return (
    <main className="mx-auto max-w-xl px-4 py-24">
      <FailedState message={state.message} onRetry={() => void loadSession()} />
    </main>
  )
}
