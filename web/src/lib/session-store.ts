/** Who is signed in, known once per tab and kept equal between tabs. Light on purpose: every page has it. */
import type { Session } from '@exempta/contract/accounts'
import { useSyncExternalStore } from 'react'

export type SessionState =
  | { status: 'unknown' }
  | { status: 'failed'; message: string }
  | { status: 'guest'; since?: 'expired' | 'ended' | 'signed-out' | 'not-active' }
  | { status: 'signed-in'; session: Session; receivedAt: number }

export type SessionNews =
  | 'signed-in'
  | 'refreshed'
  | 'signed-out'
  | 'expired'
  | 'ended'
  | 'not-active'
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
  if (next.status === 'signed-in') noteSession(next.session, next.receivedAt)
  else if (next.status === 'guest') {
    localStorage.removeItem(hintKey)
    forgetKept()
  }
  for (const listener of listeners) listener()
}

/** Who is logged in with this browser and until when, by its own clock: known without asking the server. */
interface SessionHint {
  personId: string
  expiresAt: number
}

function noteSession({ person, asOf, expiresAt }: Session, receivedAt: number) {
  if (readHint()?.personId !== person.id) forgetKept()
  const lastsMs = Date.parse(expiresAt) - Date.parse(asOf)
  const hint: SessionHint = { personId: person.id, expiresAt: receivedAt + lastsMs }
  localStorage.setItem(hintKey, JSON.stringify(hint))
}

function readHint(): SessionHint | undefined {
  try {
    const hint = JSON.parse(localStorage.getItem(hintKey) ?? 'null') as SessionHint | null
    return typeof hint?.expiresAt === 'number' ? hint : undefined
  } catch {
    return undefined
  }
}

/** Saves guests of public pages the call: without this mark no one has logged in with this browser. */
export const mayBeSignedIn = () => localStorage.getItem(hintKey) !== null

/**
 * What this device keeps of a person's work. It goes when their session ends, in whatever way, and when someone else
 * logs in. Without a network, the session ends when it would have expired.
 */
const keptPrefix = 'exempta.kept.'

export function writeKept(name: string, value: unknown) {
  if (state.status === 'signed-in') localStorage.setItem(keptPrefix + name, JSON.stringify(value))
}

export function readKept(name: string, now = Date.now()): unknown {
  if (now >= keptUntil()) forgetKept()
  try {
    return JSON.parse(localStorage.getItem(keptPrefix + name) ?? 'null')
  } catch {
    // Another program of this browser wrote something else there.
    localStorage.removeItem(keptPrefix + name)
    return null
  }
}

export const keptUntil = (): number => readHint()?.expiresAt ?? 0

function forgetKept() {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(keptPrefix)) localStorage.removeItem(key)
  }
}

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
