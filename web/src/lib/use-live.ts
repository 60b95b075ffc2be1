import { livePath, type SessionEndReason, type Stream } from '@exempta/contract/events'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { Live, type LiveHandlers, type LiveState } from './live.ts'
import { loadSession } from './session-calls.ts'
import { getSessionState, subscribeToSession } from './session-store.ts'

const live = new Live({
  open: () => new WebSocket(new URL(livePath, location.href.replace(/^http/, 'ws'))),
  onSessionEnded: (reason) => void findOtherSession(reason),
})

/** A socket belongs to the person who opened it: after a login or logout a new one is opened. */
let personId: string | undefined
function followSession(): void {
  const state = getSessionState()
  const session = state.status === 'signed-in' ? state.session : undefined
  if (session) live.startFrom(session.live)
  if (session?.person.id === personId) return
  personId = session?.person.id
  if (personId !== undefined) live.restart()
}
followSession()
subscribeToSession(followSession)

/** Another tab may have logged in again with the same browser. */
async function findOtherSession(reason: SessionEndReason) {
  await loadSession(reason === 'signed-out' || reason === 'not-active' ? reason : 'ended')
  if (getSessionState().status === 'signed-in') live.resume()
}

/** Follows a stream while the component is there; null follows nothing. */
export function useLiveStream(stream: Stream | null, handlers: LiveHandlers): void {
  const onEvent = useEffectEvent(handlers.onEvent)
  const onStale = useEffectEvent(handlers.onStale)
  const onSignal = useEffectEvent((message: Parameters<NonNullable<LiveHandlers['onSignal']>>[0]) =>
    handlers.onSignal?.(message),
  )
  useEffect(() => {
    if (stream === null) return
    return live.follow(stream, {
      onEvent: (message) => onEvent(message),
      onStale: () => onStale(),
      onSignal: (message) => onSignal(message),
    })
  }, [stream])
}

export const useLiveState = (): LiveState =>
  useSyncExternalStore(
    (listener) => live.subscribe(listener),
    () => live.state,
    () => 'idle',
  )

/** Sends a chat message over the open socket; undefined when the caller has to post it instead. */
export const sendLiveMessage: Live['sendMessage'] = (stream, message) => live.sendMessage(stream, message)

/** Shows the other side of a chat that the person is typing. */
export const signalTyping = (stream: Stream) => live.signal(stream, 'typing', { isTyping: true })

/** Shows colleagues which received document the person has open; null when none is. */
export const signalReviewing = (stream: Stream, shareId: string | null) =>
  live.signal(stream, 'reviewing', { shareId })
