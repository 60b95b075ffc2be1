import type { Session } from '@exempta/contract/accounts'
import { limits } from '@exempta/contract/limits'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { lastActiveAt, noteActivity, watchActivity } from '../../lib/activity.ts'
import { queryClient } from '../../lib/query.ts'
import { endIdleSession, renewSessionHere, signOutHere } from '../../lib/session-calls.ts'
import { nextSessionStep, type SessionStep, timesOf } from '../../lib/session-times.ts'

const SessionWarning = lazy(() => import('./session-warning.tsx'))

type Warning = Extract<SessionStep, { kind: 'warn' }>

interface SessionKeeperProps {
  session: Session
  receivedAt: number
}

/** Renews the session while the person is at work, warns before it ends without, and ends it in time. */
export default function SessionKeeper({ session, receivedAt }: SessionKeeperProps) {
  const [warning, setWarning] = useState<Warning | null>(null)
  const isWarning = warning !== null

  const tick = useEffectEvent(() => {
    const step = nextSessionStep(timesOf(session, receivedAt), lastActiveAt(), Date.now())
    setWarning(step.kind === 'warn' ? step : null)
    // A call that fails is made again by the next tick; a session that is over has been told of already.
    if (step.kind === 'renew') renewSessionHere().catch(() => undefined)
    if (step.kind === 'end') endIdleSession().catch(() => undefined)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a session that was renewed elsewhere is looked at at once
  useEffect(() => tick(), [receivedAt])

  useEffect(() => {
    const timer = setInterval(() => tick(), isWarning ? 1000 : limits.sessionTickMs)
    // Timers sleep with the machine and slow down in tabs that nobody sees.
    const onVisible = () => tick()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [isWarning])

  // The warning asks a question: while it stands, only its buttons count as activity.
  useEffect(() => (isWarning ? undefined : watchActivity()), [isWarning])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what one person was shown is not kept for the next
  useEffect(() => () => queryClient.clear(), [session.person.id])

  async function stay() {
    noteActivity()
    await renewSessionHere()
  }

  return (
    warning && (
      <Suspense>
        <SessionWarning
          until={warning.until}
          onLeave={signOutHere}
          {...(warning.canStay && { onStay: stay })}
        />
      </Suspense>
    )
  )
}
