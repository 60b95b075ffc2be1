import type { Duty } from '@exempta/contract/access'
import type { SignedInPerson } from '@exempta/contract/accounts'
import { texts } from '@exempta/contract/texts'
import { useEffect } from 'react'
import { useLocation, useMatches } from 'react-router'
import { loginPath } from '../../lib/return-to.ts'
import { areaOf, dashboardOf } from '../../lib/roles.ts'
import { loadSession } from '../../lib/session-calls.ts'
import { useSessionState } from '../../lib/session-store.ts'

/** What a guarded route module may export as `handle`. */
export interface GuardedHandle {
  /** The page's own words at login, when a visitor is sent there from it. */
  loginMessage?: string
  /** The page fills the window below the header and scrolls in parts of its own. */
  isFullHeight?: boolean
}

export type GuardVerdict =
  | { kind: 'wait' }
  | { kind: 'failed'; message: string }
  | { kind: 'redirect'; to: string; message?: string }
  | { kind: 'duty'; duty: Duty }
  | { kind: 'enter'; person: SignedInPerson }

const endWords = {
  expired: 'Your session has expired. Please log in again.',
  ended: 'You’ve been logged out. Please log in again.',
  'not-active': texts.login.notActive,
}

/** Decides whether the person may see the page of the current path; the server decides again on every call. */
export function useSessionGuard(): GuardVerdict {
  const state = useSessionState()
  const location = useLocation()
  const handle = useMatches().at(-1)?.handle as GuardedHandle | undefined

  useEffect(() => {
    if (state.status === 'unknown') void loadSession()
  }, [state.status])

  if (state.status === 'unknown') return { kind: 'wait' }
  const area = areaOf(location.pathname)
  if (state.status === 'failed') {
    return { kind: 'failed', message: area === 'admin' ? texts.admin.verifyFailed : state.message }
  }
  if (state.status === 'guest') {
    if (state.since === 'signed-out') return { kind: 'redirect', to: '/login' }
    const to = loginPath(location.pathname + location.search + location.hash)
    const message = state.since ? endWords[state.since] : handle?.loginMessage
    return { kind: 'redirect', to, ...(message && { message }) }
  }
  const { person, duty } = state.session
  if (duty) return { kind: 'duty', duty }
  if (area && area !== person.role) return { kind: 'redirect', to: dashboardOf(person.role) }
  return { kind: 'enter', person }
}
