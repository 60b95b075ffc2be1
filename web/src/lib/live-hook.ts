import { livePath, type SessionEndReason, type Stream } from '@exempta/contract/events'
import { useEffect, useEffectEvent } from 'react'
import { Live, type LiveHandlers } from './live.ts'
import { loadSession } from './session-calls.ts'
import { getSessionState } from './session-store.ts'

const live = new Live({
  open: () => new WebSocket(new URL(livePath, location.href.replace(/^http/, 'ws'))),
  onSessionEnded: (reason) => void findOtherSession(reason),
})

/** Another tab may have signed in anew with the same browser. */
async function findOtherSession(reason: SessionEndReason) {
  await loadSession(reason === 'signed-out' ? reason : 'ended')
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
