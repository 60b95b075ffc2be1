/** Who is signed in, known once per tab and kept equal between tabs. Light on purpose: every page has it. */
import type { Session } from '@exempta/contract/accounts'
import { useSyncExternalStore } from 'react'

export type SessionState =
  | { status: 'unknown' }
  | { status: 'failed'; message: string }
  | { status: 'guest'; since?: 'ended' | 'signed-out' }
  | { status: 'signed-in'; session: Session; receivedAt: number }

export type SessionNews =
  | 'signed-in'
  | 'refreshed'
  | 'signed-out'
  | 'ended'
  | 'user-updated'
  | 'password-recovery'

const hintKey = 'exempta.signed-in'
const unknown: SessionState = { status: 'unknown' }
const listeners = new Set<() => void>()
let state: SessionState = unknown
let channel: BroadcastChannel | undefined

export const getSessionState = () => state

export function setSessionState(next: SessionState) {
  state = next
  if (next.status === 'signed-in') localStorage.setItem(hintKey, '1')
  else if (next.status === 'guest') localStorage.removeItem(hintKey)
  if (next.status === 'guest' && next.since === 'signed-out') forgetKept()
  for (const listener of listeners) listener()
}

/** Data that a device keeps of a person's work, until they log out. */
export const keptKey = (name: string) => `exempta.kept.${name}`

function forgetKept() {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(keptKey(''))) localStorage.removeItem(key)
  }
}

/** Saves guests of public pages the call: without this mark no one has logged in with this browser. */
export const mayBeSignedIn = () => localStorage.getItem(hintKey) !== null

export function subscribeToSession(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function useSessionState(): SessionState {
  return useSyncExternalStore(subscribeToSession, getSessionState, () => unknown)
}

/** Notifies the other open tabs. */
export function broadcastSessionNews(news: SessionNews) {
  channel?.postMessage(news)
}

export function listenForSessionNews(onNews: (news: SessionNews) => void): () => void {
  channel = new BroadcastChannel('exempta-session')
  channel.onmessage = (event: MessageEvent<SessionNews>) => onNews(event.data)
  return () => {
    channel?.close()
    channel = undefined
  }
}

/** The first line of a dashboard: someone who has just registered is not back. */
export const welcomeLine = ({ person, isFirstLogin }: Session): string =>
  isFirstLogin ? `Welcome to Exempta, ${person.name}.` : `Welcome back, ${person.name}.`
