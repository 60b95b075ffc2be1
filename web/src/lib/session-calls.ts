import { getSession, setUpAdministrator, signIn, signOut } from '@exempta/contract/accounts'
import type { RouteInput } from '@exempta/contract/route'
import { call, listenForEndedSession } from './api.ts'
import { errorText } from './error-text.ts'
import { broadcastSessionNews, getSessionState, setSessionState } from './session-store.ts'

/** The server has ended the session: this tab and the others go to login. */
function endSession() {
  if (getSessionState().status !== 'signed-in') return
  setSessionState({ status: 'guest', since: 'ended' })
  broadcastSessionNews('ended')
}

listenForEndedSession(endSession)

let underWay: Promise<void> | undefined

/** Asks the server who is signed in. Calls made meanwhile share the answer. */
export function loadSession(): Promise<void> {
  underWay ??= fetchSession().finally(() => {
    underWay = undefined
  })
  return underWay
}

async function fetchSession() {
  try {
    const { session } = await call(getSession)
    if (session) setSessionState({ status: 'signed-in', session })
    else if (getSessionState().status === 'signed-in') endSession()
    else setSessionState({ status: 'guest' })
  } catch (error) {
    setSessionState({ status: 'failed', message: errorText(error) })
  }
}

export async function signInHere(body: RouteInput<typeof signIn>['body']) {
  const { session } = await call(signIn, { body })
  setSessionState({ status: 'signed-in', session })
  broadcastSessionNews('signed-in')
  return session
}

export async function setUpHere(body: RouteInput<typeof setUpAdministrator>['body']) {
  const { session } = await call(setUpAdministrator, { body })
  setSessionState({ status: 'signed-in', session })
  broadcastSessionNews('signed-in')
  return session
}

export async function signOutHere() {
  await call(signOut)
  setSessionState({ status: 'guest', since: 'signed-out' })
  broadcastSessionNews('signed-out')
}
