import { limits } from '@exempta/contract/limits'
import { useEffect, useEffectEvent } from 'react'

interface Leaving {
  isSending: boolean
  isDone: boolean
  onDone: () => void
  clear: () => void
}

/** Goes on by itself when all is done; asks before the tab is closed on files that are not sent yet. */
export function useLeaving({ isSending, isDone, onDone, clear }: Leaving): void {
  const leave = useEffectEvent(onDone)
  const forget = useEffectEvent(clear)
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => leave(), limits.uploadRedirectMs)
    return () => {
      clearTimeout(timer)
      // It was told: whoever comes back begins anew.
      forget()
    }
  }, [isDone])
  useEffect(() => {
    if (!isSending) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isSending])
}
