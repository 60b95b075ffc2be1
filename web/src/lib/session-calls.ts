import {
  answerSecondFactor,
  getSession,
  type Session,
  type SignInAnswer,
  setUpAdministrator,
  signIn,
  signOut,
} from '@exempta/contract/accounts'
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

function enter(session: Session) {
  setSessionState({ status: 'signed-in', session })
  broadcastSessionNews('signed-in')
}

/** Answers what comes next: nothing more, or the second factor. */
export async function signInHere(body: RouteInput<typeof signIn>['body']): Promise<SignInAnswer['next']> {
  const answer = await call(signIn, { body })
  if (answer.next === 'signed-in') enter(answer.session)
  return answer.next
}

export async function answerSecondFactorHere(body: RouteInput<typeof answerSecondFactor>['body']) {
  enter((await call(answerSecondFactor, { body })).session)
}

export async function setUpHere(body: RouteInput<typeof setUpAdministrator>['body']) {
  enter((await call(setUpAdministrator, { body })).session)
}

export async function signOutHere() {
  await call(signOut)
  setSessionState({ status: 'guest', since: 'signed-out' })
  broadcastSessionNews('signed-out')
}
