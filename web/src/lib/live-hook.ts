import { livePath, type SignalName, type SignalPayload, type Stream } from '@exempta/contract/events'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { Live, type LiveHandlers, type LiveState } from './live.ts'
import { loadSession } from './session-calls.ts'
import { getSessionState } from './session-store.ts'

const live = new Live({
  open: () => new WebSocket(new URL(livePath, location.href.replace(/^http/, 'ws'))),
  onSessionEnded: () => void findOtherSession(),
})

/** Another tab may have signed in anew with the same browser. */
async function findOtherSession() {
  await loadSession()
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

/** Whether this tab is connected, for the places that say so. */
export function useLiveState(): LiveState {
  return useSyncExternalStore(
    (listener) => live.subscribe(listener),
    () => live.state,
    () => 'idle',
  )
}

export function sendSignal<Name extends SignalName>(
  stream: Stream,
  name: Name,
  payload: SignalPayload<Name>,
): void {
  live.signal(stream, name, payload)
}
