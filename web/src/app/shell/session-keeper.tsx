import type { Session } from '@exempta/contract/accounts'
import { accountLimits } from '@exempta/contract/accounts/limits'
import { businessLimits } from '@exempta/contract/businesses/limits'
import { useEffect, useEffectEvent, useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { queryClient } from '../../lib/query.ts'
import { endIdleSession, renewSessionHere, signOutHere } from '../../lib/session-calls.ts'
import {
  lastActiveAt,
  nextSessionStep,
  noteActivity,
  type SessionStep,
  timesOf,
  watchActivity,
} from '../../lib/session-times.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs.tsx'

interface SessionWarningProps {
  /** When the session ends, by this browser's clock. */
  until: number
  onLeave: () => Promise<unknown>
  /** Not there when the session ends in any case. */
  onStay?: () => Promise<unknown>
}

const words = {
  idle: {
    title: 'Are you still there?',
    text: 'To keep your documents safe, we’ll log you out if there’s no activity.',
  },
  end: {
    title: 'Please log in again soon',
    text: 'To keep your documents safe, we log everyone out after a few hours. Save your work now.',
  },
}

/** Rendered again every second while it is shown. */
export function SessionWarning({ until, onLeave, onStay }: SessionWarningProps) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [isHidden, setHidden] = useState(false)
  const { title, text } = onStay ? words.idle : words.end

  async function act(call: () => Promise<unknown>) {
    setBusy(true)
    setFailure(undefined)
    try {
      await call()
    } catch (error) {
      setFailure(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const close = () => (onStay ? void act(onStay) : setHidden(true))

  return (
    <Dialog
      isOpen={!isHidden}
      onOpenChange={close}
      title={title}
      description={text}
      actions={
        <>
          <Button variant="secondary" onClick={() => void act(onLeave)}>
            Log out now
          </Button>
          <Button data-first-focus isLoading={isBusy} onClick={close}>
            {onStay ? 'Stay logged in' : 'Finish my work'}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        <p className="rounded-control bg-subtle px-4 py-3 text-center">
          We’ll log you out in{' '}
          <span role="timer" className="font-semibold tabular-nums">
            {remaining(until)}
          </span>
        </p>
        {failure && <Banner tone="danger">{failure}</Banner>}
      </div>
    </Dialog>
  )
}

function remaining(until: number): string {
  const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

type Warning = Extract<SessionStep, { kind: 'warn' }>

interface SessionKeeperProps {
  session: Session
  receivedAt: number
}

/** Renews the session while the person is at work, warns before it ends without, and ends it in time. */
export function SessionKeeper({ session, receivedAt }: SessionKeeperProps) {
  const [warning, setWarning] = useState<Warning | null>(null)
  const isWarning = warning !== null

  const tick = useEffectEvent(() => {
    const reportMs = session.person.business ? businessLimits.memberActivityMs : undefined
    const step = nextSessionStep(timesOf(session, receivedAt), lastActiveAt(), Date.now(), reportMs)
    setWarning(step.kind === 'warn' ? step : null)
    // A failed call is repeated by the next tick; an ended session has been handled by the call itself.
    if (step.kind === 'renew') renewSessionHere().catch(() => undefined)
    if (step.kind === 'end') endIdleSession().catch(() => undefined)
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: a session that was renewed elsewhere is looked at at once
  useEffect(() => tick(), [receivedAt])

  useEffect(() => {
    const timer = setInterval(() => tick(), isWarning ? 1000 : accountLimits.sessionTickMs)
    // Timers sleep with the machine and slow down in hidden tabs.
    const onVisible = () => tick()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisible)
    }
  }, [isWarning])

  // While the warning is shown, only its buttons count as activity.
  useEffect(() => (isWarning ? undefined : watchActivity()), [isWarning])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what one person was shown is not kept for the next
  useEffect(() => () => queryClient.clear(), [session.person.id])

  async function stay() {
    noteActivity()
    await renewSessionHere()
  }

  return (
    warning && (
      <SessionWarning
        until={warning.until}
        onLeave={signOutHere}
        {...(warning.canStay && { onStay: stay })}
      />
    )
  )
}
