import type { Session } from '@exempta/contract/accounts'
import { accountLimits } from '@exempta/contract/accounts/limits'

/** When a session ends, in milliseconds of this browser's own clock. */
export interface SessionTimes {
  renewedAt: number
  expiresAt: number
  endsAt: number
  idleMs: number
}

/** The server's times, moved by as much as the two clocks differ. */
export function timesOf(session: Session, receivedAt: number): SessionTimes {
  const skewMs = receivedAt - Date.parse(session.asOf)
  const expiresAt = Date.parse(session.expiresAt) + skewMs
  const { idleMs } = session
  return { renewedAt: expiresAt - idleMs, expiresAt, endsAt: Date.parse(session.endsAt) + skewMs, idleMs }
}

export type SessionStep =
  | { kind: 'rest' }
  | { kind: 'renew' }
  /** `canStay`: the person can go on working; not so at the end in any case. */
  | { kind: 'warn'; until: number; canStay: boolean }
  | { kind: 'end' }

/**
 * What one tick does. The server counts from the last renewal; the time without activity is counted here, from the
 * last activity in any tab (0: none known yet), so that a person who left just after it is not signed in for twice as long.
 * `reportMs` renews sooner: colleagues see when the person was last active.
 */
export function nextSessionStep(
  times: SessionTimes,
  activeAt: number,
  now: number,
  reportMs = Number.POSITIVE_INFINITY,
): SessionStep {
  const idleSince = activeAt === 0 ? times.renewedAt : Math.min(activeAt, now)
  const until = Math.min(idleSince + times.idleMs, times.endsAt)
  if (now >= until || now >= times.expiresAt) return { kind: 'end' }
  if (until - now <= accountLimits.sessionRenewBelowMs)
    return { kind: 'warn', until, canStay: until < times.endsAt }
  const isDue =
    times.expiresAt - now <= accountLimits.sessionRenewBelowMs || idleSince - times.renewedAt >= reportMs
  return { kind: isDue ? 'renew' : 'rest' }
}

/** When the person last did something, shared by all tabs of this browser. */
const key = 'exempta.active-at'
const noticedEveryMs = 1000
const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const

export const lastActiveAt = () => Number(localStorage.getItem(key) ?? 0)

export function noteActivity() {
  localStorage.setItem(key, String(Date.now()))
}

/** Notes what the person does until the answer is called. */
export function watchActivity(): () => void {
  let notedAt = 0
  const onSign = () => {
    if (Math.abs(Date.now() - notedAt) < noticedEveryMs) return
    notedAt = Date.now()
    noteActivity()
  }
  for (const sign of signs) window.addEventListener(sign, onSign, { capture: true, passive: true })
  return () => {
    for (const sign of signs) window.removeEventListener(sign, onSign, { capture: true })
  }
}
