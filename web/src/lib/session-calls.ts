import {
  answerSecondFactor,
  getSession,
  renewSession,
  type Session,
  type SignInAnswer,
  setUpAdministrator,
  signIn,
  signOut,
} from '@exempta/contract/accounts'
import type { RouteInput } from '@exempta/contract/route'
import { call, listenForRefusedSession } from './api.ts'
import { errorText } from './api-error.ts'
import { broadcastSessionNews, getSessionState, setSessionState } from './session-store.ts'
import { noteActivity } from './session-times.ts'

/** `expired`: this tab waited for the end; `ended`: the server gives no reason. */
type SessionEnd = 'expired' | 'ended' | 'signed-out' | 'not-active'

let isSigningOut = false

/** The server has ended the session: this tab and the others go to login. */
function endSession(how: SessionEnd = 'ended') {
  if (getSessionState().status !== 'signed-in') return
  // Another call may be refused before the answer to the sign-out is here.
  const since = isSigningOut ? 'signed-out' : how
  setSessionState({ status: 'guest', since })
  broadcastSessionNews(since)
}

listenForRefusedSession(({ code }) => {
  if (code === 'duty') void loadSession()
  else endSession()
})

let underWay: Promise<void> | undefined

/**
 * Asks the server who is logged in. Calls made in the meantime share the answer. `end` is the reason to show if no
 * one is.
 */
export function loadSession(end?: SessionEnd): Promise<void> {
  underWay ??= fetchSession(end).finally(() => {
    underWay = undefined
  })
  return underWay
}

/** Waits for a question to the server that is on its way, so that what follows knows who is logged in. */
export const sessionKnown = (): Promise<void> => underWay ?? Promise.resolve()

let logins = 0

async function fetchSession(end?: SessionEnd) {
  const loginsBefore = logins
  try {
    const { session } = await call(getSession)
    // Asked before someone logged in here, and answered after it.
    if (logins !== loginsBefore) return
    if (session) setSessionState({ status: 'signed-in', session, receivedAt: Date.now() })
    else if (getSessionState().status === 'signed-in') endSession(end)
    // Why a guest is one is known already, and leads to the right page.
    else if (getSessionState().status !== 'guest') setSessionState({ status: 'guest' })
  } catch (error) {
    // A page that is being worked on is not taken away by one call that fails.
    if (getSessionState().status === 'signed-in') return
    setSessionState({ status: 'failed', message: errorText(error) })
  }
}

/** Call after a person has logged in, by any method. */
export function enterSession(session: Session) {
  logins += 1
  noteActivity()
  setSessionState({ status: 'signed-in', session, receivedAt: Date.now() })
  broadcastSessionNews('signed-in')
}

/** Restarts the time without activity, in all tabs. */
export async function renewSessionHere() {
  const { session } = await call(renewSession)
  setSessionState({ status: 'signed-in', session, receivedAt: Date.now() })
  broadcastSessionNews('refreshed')
}

/** Something about the person has changed: this tab and the others ask again. */
export async function refreshPerson(news: 'user-updated' | 'password-recovery' = 'user-updated') {
  await loadSession()
  broadcastSessionNews(news)
}

/** Answers what comes next: nothing more, or the second factor. */
export async function signInHere(body: RouteInput<typeof signIn>['body']): Promise<SignInAnswer> {
  const answer = await call(signIn, { body })
  if (answer.next === 'signed-in') enterSession(answer.session)
  return answer
}

/** Answers how many backup codes are left after one was used, otherwise null. */
export async function answerSecondFactorHere(body: RouteInput<typeof answerSecondFactor>['body']) {
  const { session, backupCodesLeft } = await call(answerSecondFactor, { body })
  enterSession(session)
  return backupCodesLeft
}

export async function setUpHere(body: RouteInput<typeof setUpAdministrator>['body']) {
  enterSession((await call(setUpAdministrator, { body })).session)
}

/** The time without activity is over: the server need not wait for its own count. */
export async function endIdleSession() {
  endSession('expired')
  await call(signOut)
}

export async function signOutHere() {
  isSigningOut = true
  try {
    await call(signOut)
    setSessionState({ status: 'guest', since: 'signed-out' })
    broadcastSessionNews('signed-out')
  } finally {
    isSigningOut = false
  }
}
